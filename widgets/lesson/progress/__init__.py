"""Progress of one pupil in a lesson. `LessonProgress` has one part for each kind of step, such as the prediction."""

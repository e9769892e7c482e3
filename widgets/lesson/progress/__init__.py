"""Progress of one pupil in a lesson. `LessonProgress` has a part for each step, such as the prediction."""

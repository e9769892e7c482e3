"""Progress of one pupil in a lesson. `LessonProgress` has one part for each step, such as the prediction or the trials."""

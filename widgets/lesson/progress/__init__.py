"""Progress of one pupil in a lesson. `LessonProgress` owns one part for each kind of work."""

from ...question import Question

QUESTIONS: list[Question] = []

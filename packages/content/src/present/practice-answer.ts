import type { Practice } from '@kitewise/contract/entities'
import { pickWords, type CatalogPractice, type CatalogQuiz } from '../catalog.ts'

function quizAnswer(quiz: CatalogQuiz, language: string): NonNullable<Practice['singleChoiceTest']> {
  const { words } = pickWords(quiz.words, language)
  return {
    question: words.question,
    hint: words.hint,
    options: quiz.options.map((id) => ({
      id,
      text: words.options[id]?.text ?? '',
      isCorrect: id === quiz.correct,
      feedback: words.options[id]?.feedback,
    })),
    correctChoiceMessage: words.correct,
    wrongChoiceMessage: words.wrong,
  }
}

/** A practice as the learner gets it: without the texts of its points and the model prompt. */
export function practiceAnswer(practice: CatalogPractice, language: string): Practice {
  const { id, type, isRequired, recalls } = practice
  const common = { id, practiceType: type, isRequired, recalls }
  if (practice.type === 'SINGLE_CHOICE_TEST')
    return { ...common, promptCreation: null, singleChoiceTest: quizAnswer(practice, language) }
  const { title, description, full, tip } = pickWords(practice.words, language).words
  return { ...common, promptCreation: { title, description, fullDescription: full, tip }, singleChoiceTest: null }
}

import { pickWords, type CatalogQuiz, type FoundPractice } from '@kitewise/content/catalog'
import { practiceAnswer } from '@kitewise/content/answers'
import type { ReviewItem, ReviewVerdict } from '@kitewise/contract/review'
import { isMistake } from '@kitewise/rules/daily-review'
import type { ReviewCard } from './review-card.ts'

/** A practice as today's item, in a language or in the fallback of its lesson. Which option is right stays here. */
export const presentItem = (found: FoundPractice, card: ReviewCard, language: string): ReviewItem => {
  const { course, lesson, fragment, fragmentIndex, practice } = found
  const { words, language: used } = pickWords(lesson.words, language)
  const { promptCreation, singleChoiceTest } = practiceAnswer(practice, used)
  const place = {
    practiceId: practice.id,
    turn: card.turn,
    isMistake: isMistake(card),
    course: { id: course.id, title: pickWords(course.words, language).words.title },
    lesson: { id: lesson.id, title: words.title },
    fragment: { id: fragment.id, title: pickWords(fragment.words, used).words.title, index: fragmentIndex },
    language: used,
  }
  if (promptCreation) return { kind: 'prompt', ...place, promptCreation }
  if (!singleChoiceTest) throw new Error(`the practice ${practice.id} is neither a question nor a prompt task`)
  const { question, hint, options } = singleChoiceTest
  return {
    kind: 'question',
    ...place,
    question: { question, hint, options: options.map(({ id, text }) => ({ id, text })) },
  }
}

/** What lessons say about an option that was chosen: the question's own sentence, and the option's, or the same where it has none. */
export const presentFeedback = (
  { lesson }: FoundPractice,
  quiz: CatalogQuiz,
  { optionId, language }: { optionId: string; language: string },
): Pick<ReviewVerdict, 'message' | 'feedback'> => {
  const { words } = pickWords(quiz.words, pickWords(lesson.words, language).language)
  const message = optionId === quiz.correct ? words.correct : words.wrong
  return { message, feedback: words.options[optionId]?.feedback || message }
}

import type { Lesson, Practice } from '@kitewise/contract/entities'
import type { TextLanguage } from '@kitewise/rules/language'
import { keptAnswer, type PracticeAnswer } from '@kitewise/rules/practice'

/** The card of a lesson: the same place in every language, though a translation may have fewer cards. */
export type Place = { fragment: number; card: number }

export type LessonState = {
  place: Place
  isFinished: boolean
  /** By practice ID. The answer to a prompt task is kept without its words. */
  answers: Readonly<Record<string, PracticeAnswer>>
  /** Practices that were right at least once. They count even if the lesson is done again. */
  won: ReadonlySet<string>
}

export type LearnerState = {
  language: TextLanguage
  /** The lesson on screen; null on the course page. */
  lesson: string | null
  lessons: Readonly<Record<string, LessonState>>
}

export type LearnerEvent =
  | { type: 'languageChosen'; language: TextLanguage }
  | { type: 'opened'; lesson: string }
  | { type: 'left' }
  | { type: 'moved'; lesson: string; place: Place }
  | { type: 'answered'; lesson: string; practice: string; answered: PracticeAnswer }
  | { type: 'finished'; lesson: string }
  /** Does a lesson once more: its answers go, what was won stays. */
  | { type: 'repeated'; lesson: string }

const untouched: LessonState = { place: { fragment: 0, card: 0 }, isFinished: false, answers: {}, won: new Set() }

export function lessonStateOf({ lessons }: LearnerState, lesson: string): LessonState {
  return lessons[lesson] ?? untouched
}

export function nextState(state: LearnerState, event: LearnerEvent): LearnerState {
  if (event.type === 'languageChosen') return { ...state, language: event.language }
  if (event.type === 'left') return { ...state, lesson: null }
  const own = lessonStateOf(state, event.lesson)
  const lesson = event.type === 'opened' || event.type === 'repeated' ? event.lesson : state.lesson
  return { ...state, lesson, lessons: { ...state.lessons, [event.lesson]: nextLesson(own, event) } }
}

const nextLesson = (
  own: LessonState,
  event: Exclude<LearnerEvent, { type: 'languageChosen' | 'left' }>,
): LessonState => {
  switch (event.type) {
    case 'moved':
      return { ...own, place: event.place }
    case 'answered': {
      const { practice, answered } = event
      const answers = { ...own.answers, [practice]: keptAnswer(own.answers[practice] ?? null, answered) }
      return { ...own, answers, won: answered.isCorrect ? new Set([...own.won, practice]) : own.won }
    }
    case 'finished':
      return { ...own, isFinished: true, place: untouched.place }
    case 'repeated':
      return { ...own, answers: {}, place: untouched.place }
    default:
      return own
  }
}

/** What counts for the score: required practices. The others are for learning, and a prediction is never wrong. */
export function isScored({ isRequired }: Pick<Practice, 'isRequired'>): boolean {
  return isRequired
}

export type Standing = {
  finished: number
  lessons: number
  /** 0 to 1; null for a course without required practices. */
  score: number | null
  isComplete: boolean
  isPassed: boolean
}

/** Where the learner stands in the course. All lessons finished and `passingShare` of the score pass. */
export function standingOf(state: LearnerState, lessons: readonly Lesson[], passingShare: number): Standing {
  const states = lessons.map(({ id }) => lessonStateOf(state, id))
  const scored = lessons.flatMap(({ id, fragments }) =>
    fragments.flatMap(({ practices }) => practices.filter(isScored).map((practice) => ({ lesson: id, practice }))),
  )
  const won = scored.filter(({ lesson, practice }) => lessonStateOf(state, lesson).won.has(practice.id)).length
  const score = scored.length === 0 ? null : won / scored.length
  const finished = states.filter(({ isFinished }) => isFinished).length
  const isComplete = finished === lessons.length
  return { finished, lessons: lessons.length, score, isComplete, isPassed: isComplete && (score ?? 1) >= passingShare }
}

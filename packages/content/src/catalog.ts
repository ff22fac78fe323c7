import type { Level } from '@kitewise/contract/entities'
import type { DailyMinutes, LearningGoal, QuizStep } from '@kitewise/contract/onboarding-entities'
import type { Point, TaskTexts } from '@kitewise/evaluator/task'

/** The courses as the server keeps them in memory: all languages, with the parts that never leave the server. */

/** Words by language code. The fallback language is always there. */
export type ByLanguage<Words> = ReadonlyMap<string, Words>

export type QuizWords = {
  question: string
  hint: string
  /** Text and feedback by option id. */
  options: Record<string, { text: string; feedback: string }>
  correct: string
  wrong: string
}

export type CatalogQuiz = {
  /** In full: `ai-zero.l04.f3.p1`. */
  id: string
  type: 'SINGLE_CHOICE_TEST'
  isRequired: boolean
  /** The earlier lesson that a recall question asks about. */
  recalls: string | null
  options: readonly string[]
  correct: string
  words: ByLanguage<QuizWords>
}

export type CatalogPrompt = {
  id: string
  type: 'PROMPT_CREATION'
  isRequired: boolean
  recalls: null
  /** What a good prompt says. */
  points: readonly Point[]
  /** Title, task, tip and the texts of the points; the latter stay on the server until a prompt is evaluated. */
  words: ByLanguage<TaskTexts>
}

export type CatalogPractice = CatalogQuiz | CatalogPrompt

export type CatalogFragment = {
  id: string
  practices: readonly CatalogPractice[]
  words: ByLanguage<FragmentWords>
}

export type FragmentWords = {
  title: string
  content: string
  /** How long reading the content takes; practices are not counted. */
  readingSeconds: number
}

export type CatalogLesson = {
  id: string
  slug: string
  chapterId: string
  minutes: number
  fragments: readonly CatalogFragment[]
  words: ByLanguage<{ title: string; intro: string; imageAlt: string }>
}

export type CatalogChapter = { id: string; lessons: readonly CatalogLesson[] }

export type CourseWords = {
  title: string
  description: string
  imageAlt: string
  chapters: Record<string, string>
  messages: Record<string, { title: string; description: string }>
}

export type CatalogCourse = {
  id: string
  level: Level
  prerequisites: readonly string[]
  /** What it serves, so that the onboarding quiz can choose it. */
  goals: readonly LearningGoal[]
  chapters: readonly CatalogChapter[]
  /** All lessons in the order of learning. */
  lessons: readonly CatalogLesson[]
  /** Full id of the final task: a prompt task of the last lesson. */
  capstone: string
  progressMessages: readonly { id: string; percentProgress: number }[]
  words: ByLanguage<CourseWords>
}

/** What choosing an option means for the plan; an option that is asked for its own sake has no effect. */
export type OnboardingOption = {
  id: string
  readiness?: number
  goals?: readonly LearningGoal[]
  minutes?: DailyMinutes
  minutesAtMost?: DailyMinutes
  /** Rules out every other option of its step. */
  isExclusive?: true | undefined
}

export type OnboardingStep = { id: string; kind: QuizStep['kind']; options: readonly OnboardingOption[] }

export type OnboardingStepWords = { title: string; text: string; options: Record<string, string> }

/** A quiz that leads to the personal plan; not to be mixed up with the quiz practices of lessons. */
export type OnboardingQuiz = {
  /** `f1-v1`. */
  id: string
  variant: number
  version: number
  /** The prompt task that is free to try with the plan. */
  miniTask: string
  steps: readonly OnboardingStep[]
  /** Words by step id. */
  words: ByLanguage<Record<string, OnboardingStepWords>>
}

export type FoundLesson = {
  course: CatalogCourse
  chapter: CatalogChapter
  lesson: CatalogLesson
  /** Zero-based place among all lessons of the course. */
  position: number
}

export type FoundPractice = FoundLesson & {
  fragment: CatalogFragment
  /** Zero-based place of the fragment in its lesson. */
  fragmentIndex: number
  practice: CatalogPractice
}

export type Catalog = {
  /** In the order in which they are shown. */
  courses: readonly CatalogCourse[]
  findCourse: (id: string) => CatalogCourse | null
  findLesson: (id: string) => FoundLesson | null
  findPractice: (id: string) => FoundPractice | null
  quizzes: readonly OnboardingQuiz[]
  findQuiz: (variant: number, version: number) => OnboardingQuiz | null
  /** Absolute path of the SVG of a course or lesson, or of the general cover when it has none; null for an unknown id. */
  findCover: (id: string) => string | null
}

/**
 * The words in a language, or those of the fallback as a whole. `language` is the one really given.
 * The loader puts the fallback language first, so the first entry is it.
 */
export function pickWords<Words>(words: ByLanguage<Words>, language: string): { words: Words; language: string } {
  const own = words.get(language)
  if (own) return { words: own, language }
  for (const [code, first] of words) return { words: first, language: code }
  throw new Error('The catalogue holds a part without words: the loader must not let this through')
}

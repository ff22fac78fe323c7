import type { Fact, Level, LineOfWork, Picture } from '@kitewise/contract/entities'
import type { Exercise, LightType } from '@kitewise/contract/exercises'
import type { AnswerSubject, DailyMinutes, LearningGoal, QuizStep } from '@kitewise/contract/onboarding-entities'
import type { Point, TaskTexts } from '@kitewise/evaluator/task'
import type { Slots } from '@kitewise/rules/exercises'

/** The courses as the server keeps them in memory: all languages, including what never leaves the server. */

/** By language code. Always includes the fallback language. */
export type ByLanguage<Words> = ReadonlyMap<string, Words>

export type ChoiceQuestionWords = {
  question: string
  hint: string
  /** By option ID. */
  options: Record<string, { text: string; feedback: string }>
  correct: string
  wrong: string
}

export type CatalogChoiceQuestion = {
  /** In full: `ai-zero.l04.f3.p1`. */
  id: string
  type: 'SINGLE_CHOICE_TEST'
  isRequired: boolean
  /** The earlier lesson that a recall question is about. */
  recalls: string | null
  options: readonly string[]
  correct: string
  words: ByLanguage<ChoiceQuestionWords>
}

/** The learner writes a prompt, or edits a weak one, which its texts then have. */
export type CatalogPrompt = {
  id: string
  type: 'PROMPT_CREATION' | 'REPAIR'
  isRequired: boolean
  recalls: null
  /** What a good prompt says. */
  points: readonly Point[]
  /** Title, task, tip and point texts. The point texts stay on the server until a prompt is evaluated. */
  words: ByLanguage<TaskTexts>
}

/** An exercise without its slots, which are the same in every language. */
export type ExerciseTexts = Exercise extends infer One ? (One extends Exercise ? Omit<One, 'slots'> : never) : never

export type CatalogExercise = {
  id: string
  type: LightType
  isRequired: false
  recalls: string | null
  slots: Slots
  words: ByLanguage<ExerciseTexts>
}

export type CatalogPractice = CatalogChoiceQuestion | CatalogPrompt | CatalogExercise

export function isPromptTask(practice: CatalogPractice): practice is CatalogPrompt {
  return practice.type === 'PROMPT_CREATION' || practice.type === 'REPAIR'
}

export function isExercise(practice: CatalogPractice): practice is CatalogExercise {
  return practice.type !== 'SINGLE_CHOICE_TEST' && !isPromptTask(practice)
}

export type CatalogFragment = {
  id: string
  practices: readonly CatalogPractice[]
  words: ByLanguage<FragmentWords>
}

export type FragmentWords = {
  title: string
  content: string
  pictures: readonly Picture[]
  facts: readonly Fact[]
  /** Excludes practices. */
  readingSeconds: number
}

export type CatalogLesson = {
  id: string
  minutes: number
  linesOfWork?: readonly LineOfWork[] | undefined
  fragments: readonly CatalogFragment[]
  words: ByLanguage<{ title: string; intro: string; imageAlt: string; assistant?: string | undefined }>
}

export type CatalogChapter = { id: string; lessons: readonly CatalogLesson[] }

export type CourseWords = {
  title: string
  description: string
  /** What the course is not. */
  notThis?: string | undefined
  imageAlt: string
  chapters: Record<string, string>
  messages: Record<string, { title: string; description: string }>
}

export type SkillForm = 'a' | 'b'

/** Parallel questions about the skills of a course: form a before it, form b after it. */
export type CatalogSkillItem = {
  id: string
  forms: Record<SkillForm, { options: readonly string[]; correct: string }>
  /** By form. */
  words: ByLanguage<Record<SkillForm, { question: string; options: Record<string, string> }>>
}

export type CatalogCourse = {
  id: string
  level: Level
  prerequisites: readonly string[]
  /** Goals it serves; the onboarding quiz chooses by them. */
  goals: readonly LearningGoal[]
  chapters: readonly CatalogChapter[]
  /** In learning order. */
  lessons: readonly CatalogLesson[]
  /** Full ID of the final task, a prompt task in the last lesson. */
  capstone: string
  progressMessages: readonly { id: string; percentProgress: number }[]
  /** Empty if the course has no skill check. */
  skillCheck: readonly CatalogSkillItem[]
  words: ByLanguage<CourseWords>
}

/** Effects of an option on the plan; neutral options have none. */
export type OnboardingOption = {
  id: string
  readiness?: number
  goals?: readonly LearningGoal[]
  minutes?: DailyMinutes
  minutesAtMost?: DailyMinutes
  /** Rules out every other option of its step. */
  isExclusive?: true | undefined
}

export type OnboardingStep = {
  id: string
  kind: QuizStep['kind']
  about?: AnswerSubject | undefined
  options: readonly OnboardingOption[]
}

/** `options` by option ID, and what follows from an answer as `<option ID>.reply`. */
export type OnboardingStepWords = { title: string; text: string; options: Record<string, string> }

/** A quiz that leads to the plan, unlike the choice questions in lessons. */
export type OnboardingQuiz = {
  /** `f1-v1`. */
  id: string
  variant: number
  version: number
  /** The prompt task that visitors can try for free. */
  miniTask: string
  steps: readonly OnboardingStep[]
  /** By step ID. */
  words: ByLanguage<Record<string, OnboardingStepWords>>
}

export type FoundLesson = {
  course: CatalogCourse
  chapter: CatalogChapter
  lesson: CatalogLesson
  /** Zero-based, among all lessons of the course. */
  position: number
}

export type FoundPractice = FoundLesson & {
  fragment: CatalogFragment
  /** Zero-based, in the lesson. */
  fragmentIndex: number
  practice: CatalogPractice
}

export type Catalog = {
  /** In display order. */
  courses: readonly CatalogCourse[]
  findCourse: (id: string) => CatalogCourse | null
  findLesson: (id: string) => FoundLesson | null
  findPractice: (id: string) => FoundPractice | null
  quizzes: readonly OnboardingQuiz[]
  findQuiz: (variant: number, version: number) => OnboardingQuiz | null
  /** Absolute path of a course's or lesson's SVG, or of the general cover if it has none; null for an unknown ID. */
  findCover: (id: string) => string | null
}

/** The texts in a language, otherwise all in the fallback, which the loader puts first. `language` is the one used. */
export function pickWords<Words>(words: ByLanguage<Words>, language: string): { words: Words; language: string } {
  const own = words.get(language)
  if (own) return { words: own, language }
  for (const [code, first] of words) return { words: first, language: code }
  throw new Error('The catalog has a part without words: the loader must refuse it')
}

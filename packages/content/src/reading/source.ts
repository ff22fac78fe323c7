import type { CourseFile } from '../format/course-file.ts'
import type { LessonFile } from '../format/lesson-file.ts'
import type { LocalesFile } from '../format/locales-file.ts'
import type { OnboardingQuizFile } from '../format/onboarding-quiz-file.ts'

/** Text and the line of its file where it begins, counted from 1. */
export type Located = { text: string; line: number }

/** `:::quiz p1` … `:::` with its keys. */
export type Block = { kind: string; id: string; line: number; entries: Map<string, Located> }

/** Finds the line of a place in a YAML file: `['fragments', 0, 'id']`. */
export type LineOf = (path: readonly PropertyKey[]) => number

export type FragmentWords = { id: string; line: number; title: string; body: Located; blocks: Block[] }

/** One word file of a lesson. */
export type LessonWordsSource = {
  file: string
  language: string
  front: Map<string, Located>
  fragments: FragmentWords[]
}

export type LessonSource = {
  /** Absolute path of the lesson's folder. */
  folder: string
  /** lesson.yml as people name it: relative to the content folder's parent. */
  file: string
  neutral: LessonFile
  lineOf: LineOf
  words: LessonWordsSource[]
}

/** One word file of a course. */
export type CourseWordsSource = {
  file: string
  language: string
  front: Map<string, Located>
  chapters: Map<string, Located>
  messages: Map<string, Block>
}

export type CourseSource = {
  folder: string
  file: string
  neutral: CourseFile
  lineOf: LineOf
  words: CourseWordsSource[]
  lessons: LessonSource[]
  /** Words of lessons without a selected file, for rules that compare with them. */
  unselected: LessonWordsSource[]
}

/** One word file of an onboarding quiz. */
export type QuizWordsSource = { file: string; language: string; front: Map<string, Located>; steps: Map<string, Block> }

export type QuizSource = {
  folder: string
  file: string
  neutral: OnboardingQuizFile
  lineOf: LineOf
  words: QuizWordsSource[]
}

/** The content folder as read, before it is known to fit together. */
export type ContentSource = { folder: string; locales: LocalesFile; courses: CourseSource[]; quizzes: QuizSource[] }

import type { CourseFile } from './course-file.ts'
import type { LessonFile, LocalesFile, OnboardingQuizFile, SkillCheckFile } from './file-format.ts'

/** Text and its line in the file, from 1. */
export type Located = { text: string; line: number }

/** `:::quiz p1` … `:::` with its keys. */
export type Block = { kind: string; id: string; line: number; entries: Map<string, Located> }

/** The line of a path in a YAML file: `['fragments', 0, 'id']`. */
export type LineOf = (path: readonly PropertyKey[]) => number

export type FragmentWords = { id: string; line: number; title: string; body: Located; blocks: Block[] }

/** One text file of a lesson. */
export type LessonWordsSource = {
  file: string
  language: string
  front: Map<string, Located>
  fragments: FragmentWords[]
}

export type LessonSource = {
  /** Absolute path of the lesson's folder. */
  folder: string
  /** lesson.yml, relative to the content folder's parent. */
  file: string
  neutral: LessonFile
  lineOf: LineOf
  words: LessonWordsSource[]
}

/** One text file of a course. */
export type CourseWordsSource = {
  file: string
  language: string
  front: Map<string, Located>
  chapters: Map<string, Located>
  messages: Map<string, Block>
}

/** One text file of a skill check; its blocks are the items' questions, `s1a` and `s1b`. */
export type SkillCheckWordsSource = { file: string; language: string; blocks: Block[] }

export type SkillCheckSource = {
  file: string
  neutral: SkillCheckFile
  lineOf: LineOf
  words: SkillCheckWordsSource[]
}

export type CourseSource = {
  folder: string
  file: string
  neutral: CourseFile
  lineOf: LineOf
  words: CourseWordsSource[]
  lessons: LessonSource[]
  skillCheck: SkillCheckSource | null
  /** Texts of lessons without a selected file, for rules that compare with them. */
  unselected: LessonWordsSource[]
}

/** One text file of an onboarding quiz. */
export type QuizWordsSource = { file: string; language: string; front: Map<string, Located>; steps: Map<string, Block> }

export type QuizSource = {
  folder: string
  file: string
  neutral: OnboardingQuizFile
  lineOf: LineOf
  words: QuizWordsSource[]
}

/** One text file of a fact. */
export type FactSource = {
  file: string
  id: string
  language: string
  front: Map<string, Located>
  body: Located
}

/** The content folder as read, before `checkStructure`. */
export type ContentSource = {
  folder: string
  locales: LocalesFile
  courses: CourseSource[]
  quizzes: QuizSource[]
  facts: FactSource[]
}

/** The texts of one thing, the fallback language first, as `pickWords` expects them. */
export function fallbackFirst<Words extends { language: string }>(words: readonly Words[], fallback: string): Words[] {
  return words.toSorted((one, other) => Number(other.language === fallback) - Number(one.language === fallback))
}

/** A fault in a content file. `line` counts from 1; `fix` says what to do. */
export type ContentProblem = { file: string; line: number; what: string; fix: string }

/** Formats as `file:line  what. fix`. */
export function formatProblem(problem: ContentProblem): string {
  return `${problem.file}:${problem.line}  ${problem.what}. ${problem.fix}`
}

/** Holds every problem found, so that an author can fix them all at once. */
export class ContentError extends Error {
  readonly problems: ContentProblem[]

  constructor(problems: ContentProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    super(`The content has ${count}:\n${problems.map(formatProblem).join('\n')}`)
    this.name = 'ContentError'
    this.problems = problems
  }
}

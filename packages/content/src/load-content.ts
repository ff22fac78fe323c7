import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildPractice } from './build-practice.ts'
import type {
  Catalog,
  CatalogCourse,
  CatalogLesson,
  CourseWords,
  FoundLesson,
  FoundPractice,
  OnboardingOption,
  OnboardingQuiz,
  OnboardingStepWords,
} from './catalog.ts'
import type { OnboardingOptionFile } from './file-format.ts'
import { readingSeconds } from './reading-time.ts'
import { readContentFolder } from './reading/read-content-folder.ts'
import {
  type Block,
  ContentError,
  type ContentSource,
  type CourseSource,
  type CourseWordsSource,
  fallbackFirst,
  type LessonSource,
  type QuizSource,
} from './source.ts'
import { checkStructure } from './structure/check-structure.ts'

/**
 * Reads a content folder (with locales.yml and courses/) into a checked catalog, reading each file once. Throws
 * ContentError with all problems, each with file, line and fix.
 */
export function loadContent(folder: string): Catalog {
  const { source, problems } = readContentFolder(folder)
  const all = [...problems, ...checkStructure(source)]
  if (all.length > 0) throw new ContentError(all)
  return buildCatalog(source)
}

function buildCourseWords(words: CourseWordsSource): CourseWords {
  const front = (key: string) => words.front.get(key)?.text ?? ''
  const messages = [...words.messages].map(([id, { entries }]) => [
    id,
    { title: entries.get('title')?.text ?? '', description: entries.get('description')?.text ?? '' },
  ])
  return {
    title: front('title'),
    description: front('description'),
    imageAlt: front('imageAlt'),
    chapters: Object.fromEntries([...words.chapters].map(([id, { text }]) => [id, text])),
    messages: Object.fromEntries(messages),
  }
}

function buildCourse(course: CourseSource, fallback: string): CatalogCourse {
  const { id, level, prerequisites, goals, capstone, progressMessages } = course.neutral
  const built = new Map(course.lessons.map((lesson) => [lesson.neutral.id, buildLesson(lesson, fallback)]))
  const chapters = course.neutral.chapters.map((chapter) => ({
    id: chapter.id,
    lessons: chapter.lessons.flatMap((lesson) => built.get(lesson) ?? []),
  }))
  const sources = fallbackFirst(course.words, fallback)
  const words = new Map(sources.map((source) => [source.language, buildCourseWords(source)]))
  const lessons = chapters.flatMap((chapter) => chapter.lessons)
  return { id, level, prerequisites, goals, capstone, progressMessages, chapters, lessons, words }
}

function indexLessons(courses: CatalogCourse[]): Map<string, FoundLesson> {
  const found = courses.flatMap((course) =>
    course.chapters.flatMap((chapter) =>
      chapter.lessons.map((lesson) => ({ course, chapter, lesson, position: course.lessons.indexOf(lesson) })),
    ),
  )
  return new Map(found.map((entry) => [entry.lesson.id, entry]))
}

function indexPractices(lessons: Iterable<FoundLesson>): Map<string, FoundPractice> {
  const found = [...lessons].flatMap((entry) =>
    entry.lesson.fragments.flatMap((fragment, fragmentIndex) =>
      fragment.practices.map((practice) => ({ ...entry, fragment, fragmentIndex, practice })),
    ),
  )
  return new Map(found.map((entry) => [entry.practice.id, entry]))
}

function indexCovers(source: ContentSource): Map<string, string> {
  const general = join(source.folder, 'art', 'fallback-cover.svg')
  const owners = source.courses.flatMap((course) => [course, ...course.lessons])
  return new Map(
    owners.map(({ neutral, folder }) => {
      const own = join(folder, 'cover.svg')
      return [neutral.id, existsSync(own) ? own : general]
    }),
  )
}

/** `source` must have passed `checkStructure`. */
function buildCatalog(source: ContentSource): Catalog {
  const courses = source.courses.map((course) => buildCourse(course, source.locales.fallback))
  const byId = new Map(courses.map((course) => [course.id, course]))
  const lessons = indexLessons(courses)
  const practices = indexPractices(lessons.values())
  const covers = indexCovers(source)
  const quizzes = source.quizzes.map((quiz) => buildQuiz(quiz, source.locales.fallback))
  return {
    courses,
    findCourse: (id) => byId.get(id) ?? null,
    findLesson: (id) => lessons.get(id) ?? null,
    findPractice: (id) => practices.get(id) ?? null,
    quizzes,
    findQuiz: (variant, version) =>
      quizzes.find((quiz) => quiz.variant === variant && quiz.version === version) ?? null,
    findCover: (id) => covers.get(id) ?? null,
  }
}

/** Joins lesson.yml with its texts, the fallback language first. */
function buildLesson(lesson: LessonSource, fallback: string): CatalogLesson {
  const { id, minutes, fragments } = lesson.neutral
  const sources = fallbackFirst(lesson.words, fallback)
  const front = (key: string, index: number) => sources[index]?.front.get(key)?.text ?? ''
  return {
    id,
    minutes,
    words: new Map(
      sources.map(({ language }, index) => [
        language,
        { title: front('title', index), intro: front('intro', index), imageAlt: front('imageAlt', index) },
      ]),
    ),
    fragments: fragments.map((fragment) => {
      const own = sources.flatMap(({ language, fragments }) => {
        const words = fragments.find((words) => words.id === fragment.id)
        return words ? [{ language, words }] : []
      })
      const blocks = own.map(({ language, words }) => ({ language, blocks: words.blocks }))
      return {
        id: `${id}.${fragment.id}`,
        words: new Map(
          own.map(({ language, words: { title, body } }) => [
            language,
            { title, content: body.text, readingSeconds: readingSeconds(body.text, language) },
          ]),
        ),
        practices: (fragment.practices ?? []).map((practice) =>
          buildPractice(`${id}.${fragment.id}`, practice, blocks),
        ),
      }
    }),
  }
}

function buildStepWords(block: Block): OnboardingStepWords {
  const {
    title = '',
    text = '',
    ...options
  } = Object.fromEntries([...block.entries].map(([key, entry]) => [key, entry.text]))
  return { title, text, options }
}

function buildOption({
  id,
  readiness,
  goals,
  minutes,
  minutesAtMost,
  exclusive,
}: OnboardingOptionFile): OnboardingOption {
  return { id, readiness, goals, minutes, minutesAtMost, isExclusive: exclusive }
}

/** Joins quiz.yml with its texts, the fallback language first. */
function buildQuiz(quiz: QuizSource, fallback: string): OnboardingQuiz {
  const { id, variant, version, miniTask, steps } = quiz.neutral
  const sources = fallbackFirst(quiz.words, fallback)
  return {
    id,
    variant,
    version,
    miniTask,
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      options: step.kind === 'information' ? [] : step.options.map(buildOption),
    })),
    words: new Map(
      sources.map(({ language, steps }) => [
        language,
        Object.fromEntries([...steps].map(([step, block]) => [step, buildStepWords(block)])),
      ]),
    ),
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildLesson } from './build-lesson.ts'
import { buildQuiz } from './build-quiz.ts'
import type { Catalog, CatalogCourse, CourseWords, FoundLesson, FoundPractice } from './catalog.ts'
import type { ContentSource, CourseSource, CourseWordsSource } from './reading/source.ts'

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
  const sources = course.words.toSorted(
    (one, other) => Number(other.language === fallback) - Number(one.language === fallback),
  )
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

/** Makes the catalogue of a source that has passed `checkStructure`. */
export function buildCatalog(source: ContentSource): Catalog {
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

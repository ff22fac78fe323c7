import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Fact, Picture } from '@kitewise/contract/entities'
import { buildPractice, splitList } from './build-practice.ts'
import type {
  Catalog,
  CatalogCourse,
  CatalogLesson,
  CatalogSkillItem,
  CourseWords,
  FoundLesson,
  FoundPractice,
  OnboardingOption,
  OnboardingQuiz,
  OnboardingStepWords,
  SkillForm,
} from './catalog.ts'
import type { FragmentFile, OnboardingOptionFile } from './file-format.ts'
import { readingSeconds } from './reading-time.ts'
import { readContentFolder } from './reading/read-content-folder.ts'
import {
  type Block,
  ContentError,
  type ContentSource,
  type CourseSource,
  type CourseWordsSource,
  type FactSource,
  fallbackFirst,
  type LessonSource,
  type QuizSource,
  type SkillCheckSource,
} from './source.ts'
import { checkStructure } from './structure/check-structure.ts'

/**
 * Reads a content folder (with locales.yml and courses/) into a checked catalog, reading each file once. Throws
 * ContentError with all problems, each with file, line and fix.
 */
export function loadContent(folder: string): Catalog {
  return makeCatalog(folder, readChecked(folder))
}

const readChecked = (folder: string): Parts => {
  const { source, problems } = readContentFolder(folder)
  const all = [...problems, ...checkStructure(source)]
  if (all.length > 0) throw new ContentError(all)
  return readParts(source)
}

/** Everything in a catalog that isn't found by ID. `covers`: paths in the content folder, by ID of a course or lesson. */
type Parts = Pick<Catalog, 'courses' | 'quizzes'> & { covers: ReadonlyMap<string, string> }

/** A checked content folder in a form that loads in a fraction of the time. Only for the same version of this package. */
export function snapContent(folder: string): Buffer {
  return serialize({ fingerprint: fingerprintOf(folder), parts: readChecked(folder) })
}

/** The content of a folder, from its snapshot if that was taken of the same files, else read and checked as `loadContent` does. */
export function loadSnappedContent(folder: string, snapshotFile: string): Catalog {
  const parts = existsSync(snapshotFile) ? readSnapshot(folder, snapshotFile) : null
  return parts ? makeCatalog(folder, parts) : loadContent(folder)
}

const readSnapshot = (folder: string, snapshotFile: string): Parts | null => {
  try {
    // Written by `snapContent` of the same build.
    const { fingerprint, parts } = deserialize(readFileSync(snapshotFile)) as { fingerprint: string; parts: Parts }
    return fingerprint === fingerprintOf(folder) ? parts : null
  } catch {
    // Written by a newer Node, or the folder is missing, which `loadContent` explains.
    return null
  }
}

/** Of the names and bytes of all files. */
const fingerprintOf = (folder: string): string => {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const bytes = readFileSync(file)
    hash.update(`${relative(folder, file)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
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
    notThis: words.front.get('notThis')?.text,
    imageAlt: front('imageAlt'),
    chapters: Object.fromEntries([...words.chapters].map(([id, { text }]) => [id, text])),
    messages: Object.fromEntries(messages),
  }
}

export function buildCourse(course: CourseSource, source: ContentSource): CatalogCourse {
  const { fallback } = source.locales
  const { id, level, prerequisites, goals, capstone, progressMessages } = course.neutral
  const built = new Map(course.lessons.map((lesson) => [lesson.neutral.id, buildLesson(lesson, source)]))
  const chapters = course.neutral.chapters.map((chapter) => ({
    id: chapter.id,
    lessons: chapter.lessons.flatMap((lesson) => built.get(lesson) ?? []),
  }))
  const sources = fallbackFirst(course.words, fallback)
  const words = new Map(sources.map((source) => [source.language, buildCourseWords(source)]))
  const lessons = chapters.flatMap((chapter) => chapter.lessons)
  const skillCheck = course.skillCheck ? buildSkillCheck(course.skillCheck, fallback) : []
  return { id, level, prerequisites, goals, capstone, progressMessages, skillCheck, chapters, lessons, words }
}

function buildSkillCheck({ neutral, words }: SkillCheckSource, fallback: string): CatalogSkillItem[] {
  const sources = fallbackFirst(words, fallback)
  return neutral.items.map(({ id, a, b }) => {
    const wordsOf = (blocks: readonly Block[], form: SkillForm) => {
      const { question = '', ...options } = Object.fromEntries(
        [...(blocks.find((block) => block.id === `${id}${form}`)?.entries ?? [])].map(([key, { text }]) => [key, text]),
      )
      return { question, options }
    }
    const byLanguage = sources.map(({ language, blocks }) => {
      const forms: Record<SkillForm, ReturnType<typeof wordsOf>> = { a: wordsOf(blocks, 'a'), b: wordsOf(blocks, 'b') }
      return [language, forms] as const
    })
    return { id, forms: { a, b }, words: new Map(byLanguage) }
  })
}

function indexLessons(courses: readonly CatalogCourse[]): Map<string, FoundLesson> {
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
  const general = join('art', 'fallback-cover.svg')
  const owners = source.courses.flatMap((course) => [course, ...course.lessons])
  return new Map(
    owners.map(({ neutral, folder }) => {
      const own = join(folder, 'cover.svg')
      return [neutral.id, existsSync(own) ? relative(source.folder, own) : general]
    }),
  )
}

/** `source` must have passed `checkStructure`. */
function readParts(source: ContentSource): Parts {
  return {
    courses: source.courses.map((course) => buildCourse(course, source)),
    quizzes: source.quizzes.map((quiz) => buildQuiz(quiz, source.locales.fallback)),
    covers: indexCovers(source),
  }
}

function makeCatalog(folder: string, { courses, quizzes, covers }: Parts): Catalog {
  const byId = new Map(courses.map((course) => [course.id, course]))
  const lessons = indexLessons(courses)
  const practices = indexPractices(lessons.values())
  return {
    courses,
    findCourse: (id) => byId.get(id) ?? null,
    findLesson: (id) => lessons.get(id) ?? null,
    findPractice: (id) => practices.get(id) ?? null,
    quizzes,
    findQuiz: (variant, version) =>
      quizzes.find((quiz) => quiz.variant === variant && quiz.version === version) ?? null,
    findCover: (id) => {
      const path = covers.get(id)
      return path === undefined ? null : join(folder, path)
    },
  }
}

function buildPictures({ pictures = [] }: FragmentFile, blocks: readonly Block[]): Picture[] {
  return pictures.map(({ id, kind }) => {
    const text = (key: string) => blocks.find((block) => block.id === id)?.entries.get(key)?.text ?? ''
    return { id, kind, alternativeText: text('alt'), labels: splitList(text('labels'), '|') }
  })
}

/** A fact in the first of the languages that has it. */
function findFact(facts: readonly FactSource[], id: string, languages: readonly string[]): Fact[] {
  const found = languages.flatMap((code) => facts.find((fact) => fact.id === id && fact.language === code) ?? [])[0]
  if (!found) return []
  const front = (key: string) => found.front.get(key)?.text ?? ''
  return [{ id, title: front('title'), content: found.body.text, reviewedOn: front('reviewedOn') }]
}

/** Joins lesson.yml with its texts, the fallback language first. */
export function buildLesson(
  lesson: LessonSource,
  { facts, locales: { fallback, assistant } }: ContentSource,
): CatalogLesson {
  const { id, minutes, linesOfWork, fragments } = lesson.neutral
  const sources = fallbackFirst(lesson.words, fallback)
  const front = (key: string, index: number) => sources[index]?.front.get(key)?.text ?? ''
  return {
    id,
    minutes,
    linesOfWork,
    words: new Map(
      sources.map(({ language }, index) => [
        language,
        {
          title: front('title', index),
          intro: front('intro', index),
          imageAlt: front('imageAlt', index),
          assistant: assistant[language],
        },
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
          own.map(({ language, words: { title, body, blocks } }) => [
            language,
            {
              title,
              content: body.text,
              pictures: buildPictures(fragment, blocks),
              facts: (fragment.facts ?? []).flatMap((id) => findFact(facts, id, [language, fallback])),
              readingSeconds: readingSeconds(body.text, language),
            },
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
      about: step.kind === 'information' ? undefined : step.about,
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

import type { PracticeFile } from '@kitewise/content/file-format'
import { countWords, listSentences, plainText } from '@kitewise/content/reading-time'
import type { ContentSource, CourseSource, LessonSource } from '@kitewise/content/source'
import { syllable } from 'syllable'

type CourseQuality = {
  id: string
  lessons: number
  /** Words of lesson text in English, without practices. */
  words: number
  minutes: number
  interactions: number
  /** How often each type of practice is used, most often first. */
  types: [name: string, count: number][]
  pictures: number
  /** US school year in which the English is easy to read. */
  readingLevel: number
  wordsInSentence: number
  /** Languages with every text of the course, and those with at least the first lesson. */
  complete: string[]
  started: string[]
  facts: number
  /** The oldest date of a fact's review: 2026-11-22. */
  oldestReview: string | null
}

/** What can be counted about each course, in the order of the list. */
export function measureQuality(source: ContentSource): CourseQuality[] {
  return source.courses.map((course) => measureCourse(course, source))
}

function measureCourse(course: CourseSource, source: ContentSource): CourseQuality {
  const { fallback } = source.locales
  const fragments = course.lessons.flatMap((lesson) => lesson.neutral.fragments)
  const practices = fragments.flatMap((fragment) => fragment.practices ?? [])
  const facts = new Set(fragments.flatMap((fragment) => fragment.facts ?? []))
  const dates = source.facts.flatMap(({ id, front }) => (facts.has(id) ? [front.get('reviewedOn')?.text ?? ''] : []))
  const bodies = course.lessons.flatMap((lesson) => bodiesOf(lesson, fallback))
  return {
    id: course.neutral.id,
    lessons: course.lessons.length,
    words: bodies.reduce((total, body) => total + countWords(body), 0),
    minutes: course.lessons.reduce((total, { neutral }) => total + neutral.minutes, 0),
    interactions: practices.length,
    types: countTypes(practices),
    pictures: fragments.reduce((total, { pictures = [] }) => total + pictures.length, 0),
    ...measureReading(bodies),
    ...listLanguages(course, source),
    facts: facts.size,
    oldestReview: dates.toSorted((one, other) => one.localeCompare(other))[0] ?? null,
  }
}

function bodiesOf({ words }: LessonSource, language: string): string[] {
  const own = words.find((file) => file.language === language)
  return own?.fragments.map(({ body }) => plainText(body.text)) ?? []
}

const typeNames: Record<PracticeFile['type'], string> = {
  SINGLE_CHOICE_TEST: 'question',
  PROMPT_CREATION: 'prompt',
  REPAIR: 'repair',
  REVEAL: 'predict',
  SORT: 'sort',
  FILL_BLANKS: 'blanks',
  FIND_FLAW: 'flaw',
  BETTER_OF_TWO: 'better',
}

function countTypes(practices: readonly PracticeFile[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { type } of practices) counts.set(typeNames[type], (counts.get(typeNames[type]) ?? 0) + 1)
  return [...counts].toSorted(([one, many], [other, few]) => few - many || one.localeCompare(other))
}

/**
 * Flesch-Kincaid grade: 0.39 × words per sentence + 11.8 × syllables per word − 15.59 (Kincaid, Fishburne, Rogers and
 * Chissom, Derivation of New Readability Formulas, 1975).
 */
export function measureReading(texts: readonly string[]): { readingLevel: number; wordsInSentence: number } {
  const sentences = texts.flatMap(listSentences)
  const words = sentences.flatMap((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
  const perSentence = words.length / Math.max(sentences.length, 1)
  // A figure has no letters to count; it is read as one syllable at least.
  const syllables = words.reduce((total, word) => total + Math.max(syllable(word), 1), 0)
  const perWord = syllables / Math.max(words.length, 1)
  return { readingLevel: 0.39 * perSentence + 11.8 * perWord - 15.59, wordsInSentence: perSentence }
}

const has = (files: readonly { language: string }[], language: string) =>
  files.some((file) => file.language === language)

function listLanguages(course: CourseSource, { locales }: ContentSource): { complete: string[]; started: string[] } {
  const order = course.neutral.chapters.flatMap((chapter) => chapter.lessons)
  const hasLesson = (id: string | undefined, language: string) =>
    course.lessons.some(({ neutral, words }) => neutral.id === id && has(words, language))
  const started = locales.languages.filter((language) => has(course.words, language) && hasLesson(order[0], language))
  const complete = started.filter(
    (language) =>
      order.every((id) => hasLesson(id, language)) &&
      (course.skillCheck === null || has(course.skillCheck.words, language)),
  )
  return { complete, started: started.filter((language) => !complete.includes(language)) }
}

const head = `# What the courses are made of

Written by \`npm run content:quality\` from the files in this folder; don't edit it. \`npm run check\` fails when it's out of
date. Figures don't make a lesson good, but they show where to look: a course with few interactions, a text that's harder
than its neighbors, a fact that nobody has checked for long.

- **Words**: lesson text in English, without practices. **Minutes**: as in lesson.yml.
- **Per 100 words**: interactions for every 100 words of text. Authors aim at 1.1 or more, one for every 90 words.
- **Grade**: Flesch-Kincaid grade of the English lesson text: 0.39 × words per sentence + 11.8 × syllables per word − 15.59
  (Kincaid and others, 1975), the US school year in which people read such a text with ease. The npm package \`syllable\`
  counts the syllables; a list item counts as a sentence.
- **Languages**: those with every text of the course, then those with its first lesson, but not all of it. A course is
  shown in English where a text is missing.
- **Facts**: dated cards that the lessons show, and the oldest day on which one of them was checked, in any language.
`

const cell = (text: string | number) => ` ${text} |`
const row = (cells: readonly (string | number)[]) => `|${cells.map(cell).join('')}`
const table = (titles: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(titles), `|${'---|'.repeat(titles.length)}`, ...rows.map(row)].join('\n')
const orNone = (list: readonly string[], separator = ' ') => (list.length === 0 ? '–' : list.join(separator))

/** The report as Markdown. The same content always gives the same text. */
export function describeQuality(courses: readonly CourseQuality[]): string {
  const size = courses.map((course) => [
    course.id,
    course.lessons,
    course.words,
    course.minutes,
    course.interactions,
    ((100 * course.interactions) / Math.max(course.words, 1)).toFixed(1),
    course.pictures,
    course.readingLevel.toFixed(1),
    course.wordsInSentence.toFixed(1),
  ])
  const sizeTitles = [
    'Course',
    'Lessons',
    'Words',
    'Minutes',
    'Interactions',
    'Per 100 words',
    'Pictures',
    'Grade',
    'Words in a sentence',
  ]
  const types = courses.map(({ id, types }) => [
    id,
    orNone(
      types.map(([name, count]) => `${name} ${count}`),
      ', ',
    ),
  ])
  const upkeep = courses.map(({ id, complete, started, facts, oldestReview }) => [
    id,
    orNone(complete),
    orNone(started),
    facts,
    oldestReview ?? '–',
  ])
  const upkeepTitles = ['Course', 'Complete in', 'Begun in', 'Facts', 'Oldest check']
  return [
    head,
    `## Size and reading\n\n${table(sizeTitles, size)}\n`,
    `## Practices by type\n\n${table(['Course', 'Types'], types)}\n`,
    `## Languages and facts\n\n${table(upkeepTitles, upkeep)}\n`,
  ].join('\n')
}

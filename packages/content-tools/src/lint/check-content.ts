import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkStructure } from '@kitewise/content/check-structure'
import type { Review } from '@kitewise/content/file-format'
import { type IsSelected, readContentFolder } from '@kitewise/content/read-content-folder'
import { readYaml } from '@kitewise/content/read-yaml'
import type { ContentProblem, ContentSource, LessonSource } from '@kitewise/content/source'
import { findState, listTranslatable } from '../translate/translatable-files.ts'
import { checkCards } from './check-cards.ts'
import { checkDates, checkEnglish, checkFacts, checkQuotes } from './check-english.ts'
import { checkExercises } from './check-exercises.ts'
import { checkLanguage, checkMarkdown } from './check-language.ts'
import { checkLinesOfWork, checkMinutes, checkShapes } from './check-lesson-shape.ts'
import { checkQuestions, checkReading } from './check-questions.ts'
import { checkQuizTexts, checkQuizzes } from './check-quizzes.ts'
import { checkTasks } from './check-tasks.ts'
import {
  checkAltText,
  checkDuplicates,
  checkEvergreen,
  checkGlossary,
  checkTypography,
  type Glossary,
  glossaryFile,
} from './check-text.ts'
import { type Finding, listPieces, warning } from './pieces.ts'
import { checkCovers, renderCovers } from './render-covers.ts'
import { findLostIds, findNewIds } from './write-generated.ts'

/** By name, as the desk shows it. */
const pieceRules = {
  markdown: checkMarkdown,
  language: checkLanguage,
  reading: checkReading,
  evergreen: checkEvergreen,
  'alt text': checkAltText,
  typography: checkTypography,
  quotes: checkQuotes,
  english: checkEnglish,
}

/** A finding and the name of the rule that made it. */
export type RuledFinding = Finding & { rule: string }

const of = (rule: string, findings: readonly Finding[]): RuledFinding[] =>
  findings.map((finding) => ({ ...finding, rule }))

const errorsOf = (problems: readonly ContentProblem[]): Finding[] =>
  problems.map((problem) => ({ level: 'error', ...problem }))

function readGlossaries(source: ContentSource): { glossaries: Map<string, Glossary>; findings: Finding[] } {
  const glossaries = new Map<string, Glossary>()
  const findings: Finding[] = []
  for (const code of source.locales.languages) {
    const path = join(source.folder, 'glossary', `${code}.yml`)
    if (!existsSync(path)) continue
    const read = readYaml(
      glossaryFile,
      readFileSync(path, 'utf8'),
      join(basename(source.folder), 'glossary', `${code}.yml`),
    )
    findings.push(...read.problems.map((problem) => ({ level: 'error' as const, ...problem })))
    if (read.value) glossaries.set(code, read.value)
  }
  return { glossaries, findings }
}

function checkLock(source: ContentSource, { isReserving = false }: CheckOptions): Finding[] {
  const path = join(source.folder, 'ids.lock')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lost = findLostIds(text, source, join(basename(source.folder), 'ids.lock'))
  return isReserving ? lost : [...lost, ...findNewIds(text, source)]
}

type CheckOptions = {
  /** Files to check, named as in findings; rules that need other files read those too. Default: all. */
  isSelected?: IsSelected
  /** If new IDs are about to be reserved, they aren't errors. */
  isReserving?: boolean
}

/**
 * Checks a content folder for everything the loader requires and for quality. `today` is in ms since 1970. Sorted by
 * file and line.
 */
export function checkContent(folder: string, today: number, options: CheckOptions = {}): RuledFinding[] {
  const { isSelected = () => true } = options
  const { source, problems } = readContentFolder(folder, options.isReserving ? undefined : isSelected)
  const isChosen = ({ file, words }: LessonSource) => [file, ...words.map((own) => own.file)].some(isSelected)
  const courses = source.courses.map((course) => ({ ...course, lessons: course.lessons.filter(isChosen) }))
  const chosen = { ...source, courses }
  const structure = checkStructure(source, isChosen)
  const broken = new Set([...problems, ...structure].map(({ file }) => file))
  const { glossaries, findings } = readGlossaries(source)
  const rendered = renderCovers(chosen)
  const pieces = listPieces(chosen).filter(({ file }) => isSelected(file))
  const inPieces = Object.entries(pieceRules).flatMap(([rule, check]) => of(rule, pieces.flatMap(check)))
  const inGlossaries = pieces.flatMap((piece) => checkGlossary(piece, glossaries))
  const all = [
    ...of('format', errorsOf(problems)),
    ...of('structure', errorsOf(structure)),
    ...inPieces,
    ...of('glossary', [...findings, ...inGlossaries]),
    ...of('shape', checkShapes(source)),
    ...of('minutes', checkMinutes(source)),
    ...of('lines of work', checkLinesOfWork(source)),
    ...of('dates', checkDates(pieces)),
    ...of('cards', checkCards(source)),
    ...of('exercises', checkExercises(source)),
    ...of('facts', checkFacts(source, today)),
    ...of('questions', checkQuestions(source)),
    ...of('quizzes', [...checkQuizzes(source), ...checkQuizTexts(source)]),
    ...of('duplicates', checkDuplicates(source)),
    ...of('review', checkReviewAge(source, today)),
    ...of('translation', checkTranslations(source, isSelected)),
    ...of('covers', [...rendered.findings, ...checkCovers(rendered.covers)]),
    ...of('ids', checkLock(source, options)),
    ...of('tasks', checkTasks(source, broken, isSelected)),
  ]
  const wanted = all.filter(({ file }) => isSelected(file))
  return wanted.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

/** Translations that say they were made from an older original. */
function checkTranslations({ folder, locales }: ContentSource, isSelected: IsSelected): Finding[] {
  const languages = locales.languages.filter((code) => code !== locales.fallback)
  return languages.flatMap((language) =>
    listTranslatable(folder, language).flatMap((own) => {
      const file = join(basename(folder), own.translation)
      const state = isSelected(file) ? findState(folder, own) : null
      if (state?.kind !== 'outdated' || state.version === null) return []
      const fix = `Run npm run content:translate -- ${language}`
      return [warning({ file, line: 1 }, 'It was translated from an older English text', fix)]
    }),
  )
}

const monthMs = 30.4 * 24 * 3600 * 1000

/** Fact reviews expire after 12 months, or 6 for legal and technical facts. `today` is in ms since 1970. */
function checkReviewAge(source: ContentSource, today: number): Finding[] {
  const reviewed = source.courses.flatMap((course) => [course, ...course.lessons])
  return reviewed.flatMap(({ file, neutral, lineOf }) => {
    const { kind, on }: Review = neutral.review
    const months = (today - Date.parse(on)) / monthMs
    const most = kind === 'none' ? 12 : 6
    if (months <= most) return []
    const what = `The last review (${kind}) is ${Math.floor(months)} months old`
    return [warning({ file, line: lineOf(['review']) }, what, 'Check the facts and set review.on')]
  })
}

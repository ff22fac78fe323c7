import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type IsSelected, readContentFolder } from '../reading/read-content-folder.ts'
import { readYaml } from '../reading/read-yaml.ts'
import type { ContentSource, LessonSource } from '../source.ts'
import { checkStructure } from '../structure/check-structure.ts'
import { checkAltText } from './check-alt-text.ts'
import { checkCovers } from './check-covers.ts'
import { checkDuplicates } from './check-duplicates.ts'
import { checkEvergreen } from './check-evergreen.ts'
import { checkGlossary, type Glossary, glossaryFile } from './check-glossary.ts'
import { checkLanguage } from './check-language.ts'
import { checkShapes } from './check-lesson-shape.ts'
import { checkMarkdown } from './check-markdown.ts'
import { checkMinutes } from './check-minutes.ts'
import { checkQuestions } from './check-questions.ts'
import { checkQuizTexts } from './check-quiz-texts.ts'
import { checkQuizzes } from './check-quizzes.ts'
import { checkReading } from './check-reading.ts'
import { checkReviewAge } from './check-review-age.ts'
import { checkTasks } from './check-tasks.ts'
import { checkTypography } from './check-typography.ts'
import type { Finding } from './finding.ts'
import { findLostIds, findNewIds } from './ids-lock.ts'
import { listPieces } from './pieces.ts'
import { renderCovers } from './render-covers.ts'

const pieceRules = [checkMarkdown, checkLanguage, checkReading, checkEvergreen, checkAltText, checkTypography]

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

export type CheckOptions = {
  /** Files to look at, by their names in findings; rules that need other files for that read those too. All by default. */
  isSelected?: IsSelected
  /** New ids are about to be reserved, so they are no errors. */
  isReserving?: boolean
}

/**
 * Checks a content folder: what the loader asks for, and everything that makes it good content.
 * `today` is in ms since 1970. Sorted by file and line.
 */
export function checkContent(folder: string, today: number, options: CheckOptions = {}): Finding[] {
  const { isSelected = () => true } = options
  const { source, problems } = readContentFolder(folder, options.isReserving ? undefined : isSelected)
  const isChosen = ({ file, words }: LessonSource) => [file, ...words.map((own) => own.file)].some(isSelected)
  const courses = source.courses.map((course) => ({ ...course, lessons: course.lessons.filter(isChosen) }))
  const chosen = { ...source, courses }
  const broken = [...problems, ...checkStructure(source, isChosen)]
  const { glossaries, findings } = readGlossaries(source)
  const rendered = renderCovers(chosen)
  const pieces = listPieces(chosen).filter(({ file }) => isSelected(file))
  const all = [
    ...broken.map((problem): Finding => ({ level: 'error', ...problem })),
    ...findings,
    ...checkShapes(source),
    ...checkMinutes(source),
    ...pieces.flatMap((piece) => [...pieceRules.flatMap((rule) => rule(piece)), ...checkGlossary(piece, glossaries)]),
    ...checkQuestions(source),
    ...checkQuizzes(source),
    ...checkQuizTexts(source),
    ...checkDuplicates(source),
    ...checkReviewAge(source, today),
    ...rendered.findings,
    ...checkCovers(rendered.covers),
    ...checkLock(source, options),
    ...checkTasks(source, new Set(broken.map(({ file }) => file)), isSelected),
  ]
  const wanted = all.filter(({ file }) => isSelected(file))
  return wanted.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

import { join } from 'node:path'
import { sharedWithServer, textFilesOf } from '../../apps/web/build/texts.ts'
import { checkArea, checkQuizWords, checkTogether, readExceptions } from './check-area.ts'
import { checkAllSentences } from './check-english.ts'
import { checkLegal } from './check-legal.ts'
import { checkGroups, findUnused } from './check-usage.ts'
import { findUsage, sourcesUnder } from './find-usage.ts'
import { readScreens } from '../../apps/web/build/read-screens.ts'
import { readAreas, readQuizWords } from './read-areas.ts'

/** Placeholders that the web app fills in legal texts. */
const legalValues = new Set(['brand', 'company', 'postalAddress', 'supportEmail'])

/**
 * All problems with a repository's texts, one line each.
 * @param repository needs packages/texts, content/quizzes, apps/web/src, apps/player/src and the packages below
 */
export function checkAllTexts(repository: string): string[] {
  const root = join(repository, 'packages/texts')
  const src = join(repository, 'apps/web/src')
  const exceptions = readExceptions(join(root, 'exceptions.json'))
  const areas = readAreas(root)
  const usages = new Map(sourcesUnder(src).map((path) => [path, findUsage(path)]))
  const player = sourcesUnder(join(repository, 'apps/player/src')).map(findUsage)
  // Keys for reasons and levels come from these packages.
  const strings = ['packages/rules/src', 'packages/contract/src'].flatMap((folder) =>
    sourcesUnder(join(repository, folder)).map(findUsage),
  )
  const used = areas
    .filter(
      ({ name }) => name === 'web' || name === 'player' || sharedWithServer.some(({ namespace }) => namespace === name),
    )
    .map(({ languages }) => languages.get('en'))
  const english = new Map(used.flatMap((files) => [...(files ?? [])]))
  const groupOf = new Map(textFilesOf(root, 'en').map(({ namespace, group }) => [namespace, group]))
  const quizWords = readQuizWords(join(repository, 'content/quizzes'))
  const problems = [
    ...areas.flatMap((area) => checkArea(area, exceptions)),
    ...checkAllSentences([...areas, quizWords]),
    ...checkTogether(areas),
    ...checkQuizWords(quizWords, exceptions),
    ...checkLegal(join(root, 'legal'), legalValues),
    ...findUnused(english, [...usages.values(), ...player, ...strings], exceptions),
    ...checkGroups({ src, screens: readScreens(join(src, 'app')), usages, groupOf }),
  ]
  return [...problems, ...exceptions.needless()]
}

import { languageDetails, textLanguages, type TextLanguage } from '@kitewise/rules/language'
import { compareMessages, comparePlaces } from './compare-messages.ts'
import type { Exceptions } from './exceptions.ts'
import { isLeftInEnglish } from './is-left-in-english.ts'
import type { Area, TextsFile } from './read-areas.ts'

const isTextLanguage = (code: string): code is TextLanguage => (textLanguages as readonly string[]).includes(code)

type Comparison = { area: Area; language: TextLanguage; name: string; english: TextsFile; exceptions: Exceptions }

const checkText = (
  { area, language, name, exceptions }: Comparison,
  key: string,
  [english, text]: [string, string],
): string[] => {
  const problems = area.isIcu
    ? compareMessages(english, text, languageDetails[language].bcp47)
    : comparePlaces(english, text)
  if (text.trim() === '') problems.push('is empty')
  const mayBeEnglish = language === 'en' || exceptions.maySayEnglish(`${area.name}:${name}:${key}`, language)
  if (!mayBeEnglish && isLeftInEnglish(english, text)) problems.push('is left in English')
  return problems
}

const checkFile = (comparison: Comparison, file: TextsFile): string[] => {
  const { english } = comparison
  const problems: string[] = []
  for (const key of english.texts.keys()) if (!file.texts.has(key)) problems.push(`${key} is missing`)
  for (const [key, text] of file.texts) {
    const original = english.texts.get(key)
    if (original === undefined) problems.push(`${key} is extra: English has no such key`)
    else problems.push(...checkText(comparison, key, [original, text]).map((problem) => `${key} ${problem}`))
  }
  return problems.map((problem) => `${file.file}: ${problem}`)
}

/** Everything that is wrong in an area, one line each: missing and extra files and keys, lost variables, plural forms, English left. */
export const checkArea = (area: Area, exceptions: Exceptions): string[] => {
  const english = area.languages.get('en')
  if (!english) return [`${area.name}: there is no English`]
  return [...area.languages].flatMap(([language, files]) => {
    if (!isTextLanguage(language)) return [`${area.name}: ${language} is not one of ${textLanguages.join(', ')}`]
    const extra = [...files]
      .filter(([name]) => !english.has(name))
      .map(([, { file }]) => `${file}: English has no such file`)
    const rest = [...english].flatMap(([name, original]) => {
      const file = files.get(name)
      if (!file) return [`${area.name}: ${language} has no file for ${original.file}`]
      return checkFile({ area, language, name, english: original, exceptions }, file)
    })
    return [...extra, ...rest]
  })
}

/** Of quiz words only that they are translated: the content check sees to their structure. */
export const checkQuizWords = (area: Area, exceptions: Exceptions): string[] =>
  [...area.languages].flatMap(([language, files]) =>
    [...files].flatMap(([quiz, { file, texts }]) => {
      const english = new Set(area.languages.get('en')?.get(quiz)?.texts.values())
      if (language === 'en') return []
      return [...texts]
        .filter(([, line]) => english.has(line) && isLeftInEnglish(line, line) && !line.startsWith(':::'))
        .filter(([, line]) => !exceptions.maySayEnglish(`${area.name}:${quiz}:${line}`, language))
        .map(([, line]) => `content/quizzes/${file}: "${line}" is left in English`)
    }),
  )

/** The page and the server tell a person the same language: web, its last words and the consents come together. */
export const checkTogether = (areas: Area[]): string[] => {
  const together = areas.filter(({ name }) => ['web', 'fatal', 'no-script', 'consent'].includes(name))
  const languages = new Set(together.flatMap((area) => [...area.languages.keys()]))
  return [...languages].flatMap((language) =>
    together
      .filter((area) => !area.languages.has(language))
      .map(({ name }) => `${name}: ${language} is missing here, but there elsewhere`),
  )
}

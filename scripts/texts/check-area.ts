import { existsSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { languageDetails, type TextLanguage, textLanguages } from '@kitewise/rules/language'
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

/**
 * All problems of an area, one line each: missing and extra files and keys, lost variables, plural forms, English left.
 */
export function checkArea(area: Area, exceptions: Exceptions): string[] {
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

/** Only checks that quiz texts are translated; the content check covers their structure. */
export function checkQuizWords(area: Area, exceptions: Exceptions): string[] {
  return [...area.languages].flatMap(([language, files]) =>
    [...files].flatMap(([quiz, { file, texts }]) => {
      const english = new Set(area.languages.get('en')?.get(quiz)?.texts.values())
      if (language === 'en') return []
      return [...texts]
        .filter(([, line]) => english.has(line) && isLeftInEnglish(line, line) && !line.startsWith(':::'))
        .filter(([, line]) => !exceptions.maySayEnglish(`${area.name}:${quiz}:${line}`, language))
        .map(([, line]) => `content/quizzes/${file}: "${line}" is left in English`)
    }),
  )
}

/** Web, its fallback texts, the consents and the landing pages must have the same languages, because page and server share them. */
export function checkTogether(areas: Area[]): string[] {
  const together = areas.filter(({ name }) =>
    ['web', 'fatal', 'no-script', 'old-browser', 'consent', 'landing'].includes(name),
  )
  const languages = new Set(together.flatMap((area) => [...area.languages.keys()]))
  return [...languages].flatMap((language) =>
    together
      .filter((area) => !area.languages.has(language))
      .map(({ name }) => `${name}: ${language} is missing here, but there elsewhere`),
  )
}

type Parts = { variables: Set<string>; tags: Set<string>; selects: Map<string, string>; plurals: [string, string][] }

const collect = (elements: MessageFormatElement[], parts: Parts): Parts => {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if (element.type === TYPE.tag) {
      parts.tags.add(element.value)
      collect(element.children, parts)
      continue
    }
    parts.variables.add(element.value)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue
    const options = Object.keys(element.options)
    const named = options.filter((option) => !option.startsWith('=')).sort()
    if (element.type === TYPE.select) parts.selects.set(element.value, named.join(' '))
    else parts.plurals.push([element.pluralType ?? 'cardinal', named.join(' ')])
    for (const option of Object.values(element.options)) collect(option.value, parts)
  }
  return parts
}

const partsOf = (message: string): Parts =>
  collect(parse(message, { requiresOtherClause: false }), {
    variables: new Set(),
    tags: new Set(),
    selects: new Map(),
    plurals: [],
  })

const differences = (what: string, wanted: Set<string>, found: Set<string>): string[] => [
  ...[...wanted].filter((name) => !found.has(name)).map((name) => `has lost the ${what} ${name}`),
  ...[...found].filter((name) => !wanted.has(name)).map((name) => `has a ${what} ${name} that English has not`),
]

const pluralProblems = (plurals: Parts['plurals'], locale: string): string[] =>
  plurals.flatMap(([type, found]) => {
    const rules = new Intl.PluralRules(locale, { type: type === 'ordinal' ? 'ordinal' : 'cardinal' })
    const wanted = rules.resolvedOptions().pluralCategories.toSorted().join(' ')
    return found === wanted ? [] : [`has the plural forms ${found || 'none'} where ${locale} has ${wanted}`]
  })

/**
 * Differences between an ICU message and its English original: variables, tags, choices, plural forms.
 * @param locale BCP 47
 */
const compareMessages = (english: string, message: string, locale: string): string[] => {
  let parts: Parts
  try {
    parts = partsOf(message)
  } catch (error) {
    return [`is not a valid ICU message (${error instanceof Error ? error.message : String(error)})`]
  }
  const wanted = partsOf(english)
  return [
    ...differences('variable', wanted.variables, parts.variables),
    ...differences('tag', wanted.tags, parts.tags),
    ...[...parts.selects]
      .filter(([variable, options]) => wanted.selects.get(variable) !== options)
      .map(([variable]) => `chooses by ${variable} among other words than English`),
    ...pluralProblems(parts.plurals, locale),
  ]
}

const placesOf = (text: string): Set<string> => new Set(text.match(/\{\{?\w+\}?\}/g))

/** The same for placeholders like `{{brand}}` or `{missing}`. */
export function comparePlaces(english: string, text: string): string[] {
  return differences('place', placesOf(english), placesOf(text))
}

/** Words without placeholders, tags, addresses and ICU syntax. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\{\{?\w+\}?\}|<\/?\w+>|\S+@\S+|https?:\S+|\]\([^)]*\)/g, ' ')
    .replaceAll(/\{\w+, (plural|select|selectordinal),|(=\d+|\w+) \{/g, ' ')
    .match(/\p{L}{2,}/gu) ?? []

/** Whether a translation equals its original and has at least two words. */
export function isLeftInEnglish(english: string, text: string): boolean {
  return text.trim() === english.trim() && wordsOf(text).length >= 2
}

type Listed = {
  /** `area:file:key` of texts that may equal English, in which languages and why. */
  sameAsEnglish: Record<string, { languages: string[]; reason: string }>
  /** `namespace.key` of texts whose use isn't visible in the source, and why they're needed. */
  unused: Record<string, string>
}

/** Exceptions from the check, each with a reason. Unneeded ones are reported. */
export type Exceptions = {
  maySayEnglish: (key: string, language: string) => boolean
  mayBeUnused: (key: string) => boolean
  /** Call last. */
  needless: () => string[]
}

/** @param path packages/texts/exceptions.json, which may be missing */
export function readExceptions(path: string): Exceptions {
  const listed: Partial<Listed> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const { sameAsEnglish = {}, unused = {} } = listed
  const asked = new Set<string>()
  return {
    maySayEnglish: (key, language) => {
      asked.add(key)
      return sameAsEnglish[key]?.languages.includes(language) ?? false
    },
    mayBeUnused: (key) => {
      asked.add(key)
      return Object.hasOwn(unused, key)
    },
    needless: () =>
      [...Object.keys(sameAsEnglish), ...Object.keys(unused)]
        .filter((key) => !asked.has(key))
        .map((key) => `exceptions.json: ${key} is listed, but there is no need for it`),
  }
}

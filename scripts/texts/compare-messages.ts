import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

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
 * What is wrong with an ICU message beside its English original: variables, tags, choices, plural forms.
 * @param locale BCP 47
 */
export const compareMessages = (english: string, message: string, locale: string): string[] => {
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

/** The same for texts with places like `{{brand}}` or `{missing}`. */
export const comparePlaces = (english: string, text: string): string[] =>
  differences('place', placesOf(english), placesOf(text))

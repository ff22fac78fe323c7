import { existsSync, readFileSync } from 'node:fs'

type Listed = {
  /** `area:file:key` of sentences that are the same as in English, in which languages, and why. */
  sameAsEnglish: Record<string, { languages: string[]; reason: string }>
  /** `namespace.key` of sentences whose use cannot be seen in the source, and why they are needed. */
  unused: Record<string, string>
}

/** What the check lets pass, each with a reason. An exception that is not needed any more is told, too. */
export type Exceptions = {
  maySayEnglish: (key: string, language: string) => boolean
  mayBeUnused: (key: string) => boolean
  /** To be asked last. */
  needless: () => string[]
}

/** @param path of packages/texts/exceptions.json; without the file there are none */
export const readExceptions = (path: string): Exceptions => {
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

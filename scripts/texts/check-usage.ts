import type { Exceptions } from './exceptions.ts'
import type { Usage } from './find-usage.ts'
import type { TextsFile } from './read-areas.ts'

/** Keys that no source asks for. Where keys are computed, any string of the sources counts as one, so nothing in use is called unused. */
export const findUnused = (english: Map<string, TextsFile>, usages: Usage[], exceptions: Exceptions): string[] => {
  const keys = new Set(usages.flatMap((usage) => [...usage.keys]))
  const patterns = usages.flatMap((usage) => usage.patterns)
  const strings = new Set(usages.flatMap((usage) => [...usage.strings]))
  const computed = [...new Set(usages.flatMap((usage) => [...usage.computed]))]
  const isUsed = (key: string): boolean =>
    keys.has(key) ||
    patterns.some((pattern) => pattern.test(key)) ||
    computed.some((prefix) => key.startsWith(prefix) && strings.has(key.slice(prefix.length)))

  return [...english].flatMap(([name, { file, texts }]) =>
    [...texts.keys()]
      .map((key) => `${name.replace(/.*\//, '')}.${key}`)
      .filter((key) => !isUsed(key) && !exceptions.mayBeUnused(key))
      .map((key) => `${file}: ${key} is not used by any screen`),
  )
}

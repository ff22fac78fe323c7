import type { Catalog } from '@kitewise/content/catalog'
import type { PrebuiltAnswer } from '../../platform/handler.ts'

const answersOf = new WeakMap<Catalog, Map<string, PrebuiltAnswer>>()

/**
 * The bytes of a catalogue answer, made at the first request for it and kept as long as the catalogue is in use.
 *
 * @param key names the answer; must come from the catalogue and from short lists, since what is kept is never dropped
 */
export const answerOnce = (catalog: Catalog, key: string, build: () => PrebuiltAnswer): PrebuiltAnswer => {
  const answers = answersOf.get(catalog) ?? new Map<string, PrebuiltAnswer>()
  const known = answers.get(key)
  if (known) return known
  const answer = build()
  answersOf.set(catalog, answers.set(key, answer))
  return answer
}

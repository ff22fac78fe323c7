import type { Catalog } from '@kitewise/content/catalog'
import type { PrebuiltAnswer } from '../../platform/handler.ts'

const answersOf = new WeakMap<Catalog, Map<string, PrebuiltAnswer>>()

/**
 * The bytes of a catalogue answer, built on the first request and cached as long as the catalogue is in use.
 *
 * @param key must be built from the catalogue and short lists only, since the cache never evicts
 */
export function answerOnce(catalog: Catalog, key: string, build: () => PrebuiltAnswer): PrebuiltAnswer {
  const answers = answersOf.get(catalog) ?? new Map<string, PrebuiltAnswer>()
  const known = answers.get(key)
  if (known) return known
  const answer = build()
  answersOf.set(catalog, answers.set(key, answer))
  return answer
}

import type { Catalog } from '@kitewise/content/catalog'
import type { PrebuiltAnswer } from '../../platform/handler.ts'

const answersOf = new WeakMap<Catalog, Map<string, PrebuiltAnswer>>()

/** Cached as long as the catalog is in use. `key` must come from the catalog and short lists only: the cache never evicts. */
export function answerOnce(catalog: Catalog, key: string, build: () => PrebuiltAnswer): PrebuiltAnswer {
  const answers = answersOf.get(catalog) ?? new Map<string, PrebuiltAnswer>()
  const known = answers.get(key)
  if (known) return known
  const answer = build()
  answersOf.set(catalog, answers.set(key, answer))
  return answer
}

import type { Queryable } from '../../../database/connect.ts'
import { listMarkedPhrases, sumPasses } from './evaluations.sql.ts'

/** A smaller group could be recognized by its words. */
const leastLearners = 5

export async function reportMarked(db: Queryable): Promise<string> {
  const [phrases, { passes, marked }] = await Promise.all([listMarkedPhrases(db, leastLearners), sumPasses(db)])
  const share = passes === 0 ? '' : ` (${Math.round((100 * marked) / passes)} %)`
  return [
    `${passes} passes, ${marked} of them with marked words${share}`,
    ...phrases.map((one) => [one.practiceId, one.point, one.language, one.learners, one.phrase].join('\t')),
  ].join('\n')
}

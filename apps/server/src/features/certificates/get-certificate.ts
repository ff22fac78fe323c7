import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findCertificate, type StoredCertificate } from './queries.ts'

const pattern = /^[0-9a-f]{32}$/

/** A certificate by its id, for anybody who has it. Refuses with `certificate_not_found`, an erased one too. */
export const getCertificate = async ({ db }: Context, id: string): Promise<Result<StoredCertificate>> => {
  const found = pattern.test(id) ? await findCertificate(db, id) : null
  return found ? ok(found) : refuse('certificate_not_found')
}

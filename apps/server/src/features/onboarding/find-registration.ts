import type { Queryable } from '../../database/connect.ts'
import { peekToken } from '../../platform/one-time-tokens.sql.ts'
import { findRegistrationById, type Registration } from './registration-queries.ts'

/** Whom a registration token speaks for, without using it up; null when it is unknown or too old. */
export const findRegistration = async (db: Queryable, registrationToken: string): Promise<Registration | null> => {
  const subject = await peekToken(db, { purpose: 'registration', token: registrationToken })
  return subject?.registrationId ? findRegistrationById(db, subject.registrationId) : null
}

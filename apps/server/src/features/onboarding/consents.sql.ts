import type { Queryable, Tx } from '../../database/connect.ts'
import type { ShownText } from './consent-texts.ts'

export type Decision = { purpose: 'terms' | 'age' | 'marketing'; isGiven: boolean; text: ShownText }

export async function keepConsentText(db: Queryable, { sha256, id, language, body }: ShownText): Promise<void> {
  await db`
    insert into consent_texts (sha256, text_id, language, body) values (${sha256}, ${id}, ${language}, ${body})
    on conflict (sha256) do nothing`
}

/** Does nothing when it repeats the last decision for this purpose and text. */
export async function addRegistrationDecision(
  db: Queryable,
  registrationId: string,
  decision: Decision,
): Promise<void> {
  const { purpose, isGiven, text } = decision
  await db`
    insert into consents (registration_id, purpose, is_given, text_sha256)
    select ${registrationId}, ${purpose}, ${isGiven}, ${text.sha256}
    where not exists (
      select 1 from (
        select is_given, text_sha256 from consents
        where registration_id = ${registrationId} and purpose = ${purpose}
        order by id desc limit 1) as last
      where last.is_given = ${isGiven} and last.text_sha256 = ${text.sha256})`
}

/** Of an account at its registration. */
export async function addAccountDecision(tx: Tx, userId: string, decision: Decision): Promise<void> {
  const { purpose, isGiven, text } = decision
  await tx`
    insert into consents (user_id, purpose, is_given, text_sha256)
    values (${userId}, ${purpose}, ${isGiven}, ${text.sha256})`
}

export type AccountDecision = {
  userId: string
  isGiven: boolean
  place: 'account' | 'unsubscribe_link'
  text: ShownText
}

export async function addMarketingDecision(tx: Tx, { userId, isGiven, place, text }: AccountDecision): Promise<void> {
  await tx`
    insert into consents (user_id, purpose, is_given, place, text_sha256)
    values (${userId}, 'marketing', ${isGiven}, ${place}, ${text.sha256})`
}

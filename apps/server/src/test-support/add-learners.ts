import { randomUUID } from 'node:crypto'
import { connect, type SocketAddress } from '../database/connect.ts'

/** The demo account to copy: an active subscription and no progress. */
const modelEmail = 'other@kitewise.example'

/**
 * Adds learners with the PIN and subscription of the demo account `other@kitewise.example`, which must exist. Bypasses
 * HTTP, so that hundreds can sign in without hashing hundreds of PINs first.
 * @returns their email addresses
 */
export async function addLearners(address: SocketAddress, howMany: number): Promise<string[]> {
  const db = connect(address, { poolSize: 1 })
  const people = Array.from({ length: howMany }, () => ({
    id: randomUUID(),
    email: `${randomUUID()}@kill-test.example`,
  }))
  const ids = people.map(({ id }) => id)
  const emails = people.map(({ email }) => email)
  const { count } = await db`
    with added as (
      insert into users (id, email, username, pin_hash, lang)
      select person.id::uuid, person.email, 'Kill test', model.pin_hash, model.lang
      from unnest(${ids}::text[], ${emails}::text[]) as person (id, email), users as model
      where model.email = ${modelEmail}
      returning id
    )
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, price_cents, currency,
      interval_unit, interval_count)
    select added.id, 'sub_' || replace(added.id::text, '-', ''), model.status, model.cancel_at_period_end,
      model.current_period_end, model.price_cents, model.currency, model.interval_unit, model.interval_count
    from added, subscriptions as model join users on users.id = model.user_id and users.email = ${modelEmail}`
  await db.end()
  if (count !== howMany) throw new Error(`${count} of ${howMany} learners were added.`)
  return emails
}

import { randomUUID } from 'node:crypto'
import { connect, type DatabaseAddress } from '../../apps/server/src/database/connect.ts'
import type { Api } from './api.ts'
import type { Journal } from './journal.ts'

/** The demo account that is copied: an active subscription and nothing learned. Both are printed at every start. */
const model = { email: 'other@kitewise.example', pin: '8305' }

/** Adds learners with the model's PIN and subscription, in one transaction of SQL; gives their addresses. */
export const addLearners = async (address: DatabaseAddress, howMany: number): Promise<string[]> => {
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
      where model.email = ${model.email}
      returning id
    )
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, price_cents, currency,
      interval_unit, interval_count)
    select added.id, 'sub_' || replace(added.id::text, '-', ''), model.status, model.cancel_at_period_end,
      model.current_period_end, model.price_cents, model.currency, model.interval_unit, model.interval_count
    from added, subscriptions as model join users on users.id = model.user_id and users.email = ${model.email}`
  await db.end()
  if (count !== howMany) throw new Error(`${count} of ${howMany} learners were added.`)
  return emails
}

/** Signs a learner in over HTTP and opens their journal. */
export const signIn = async (api: Api, email: string, courseId: string): Promise<Journal> => {
  const { jwt, user } = await api.write('login', '/api/product-user/login', { email, pin: model.pin }, null)
  return { userId: user.id, token: jwt, courseId, lessons: new Map() }
}

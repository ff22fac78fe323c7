import { connect, type SocketAddress } from '../../../apps/server/src/database/connect.ts'
import type { Buyer } from './buy.ts'

/** The rows about one address, ours and the embedded provider's. */
type Entry = {
  email: string
  hasAccount: boolean
  stored: { id: string; status: string; cancels: boolean; givesAccess: boolean }[]
  /** Started at the provider, including ended ones. */
  atProvider: { id: string; status: string; cancels: boolean }[]
  /** Templates of the mails queued, and of those delivered. */
  ordered: string[]
  received: string[]
}

const withDatabase = async <T>(address: SocketAddress, work: (db: ReturnType<typeof connect>) => Promise<T>) => {
  const db = connect(address, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Reads everything about these addresses directly from the database. */
export function readBooks(address: SocketAddress, emails: string[]): Promise<Entry[]> {
  return withDatabase(
    address,
    (db) =>
      db<Entry[]>`
      select person.email,
        exists (select 1 from users where users.email = person.email) as "hasAccount",
        (select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'cancels', s.cancel_at_period_end,
            'givesAccess', s.status in ('active', 'trialing') and s.current_period_end > now())), '[]')
          from subscriptions s join users u on u.id = s.user_id where u.email = person.email) as stored,
        (select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'cancels', s.cancel_at_period_end)), '[]')
          from embedded_subscriptions s join embedded_checkouts c on c.subscription_id = s.id
          where c.email = person.email) as "atProvider",
        array(select template from outgoing_mails where to_address = person.email) as ordered,
        array(select o.template from mailbox_mails m join outgoing_mails o on m.message_id like '<' || o.id || '@%'
          where m.to_address = person.email) as received
      from unnest(${emails}::text[]) as person (email)`,
  )
}

/** The token of the newest link mailed to an address. */
export function findMailedToken(address: SocketAddress, email: string): Promise<string | null> {
  return withDatabase(address, async (db) => {
    const rows = await db<{ text: string }[]>`
      select text_body as text from mailbox_mails where to_address = ${email} order by received_at desc`
    return rows.map(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1] ?? null).find((token) => token !== null) ?? null
  })
}

/** Pending work: due jobs, and events the provider hasn't delivered. */
export function readWaiting(address: SocketAddress): Promise<{ jobs: string[]; events: number }> {
  return withDatabase(address, async (db) => {
    const [row] = await db<{ jobs: string[]; events: number }[]>`
      select array(select format('%s, try %s of %s, %s', task_identifier, attempts, max_attempts,
            case when locked_at is null then 'free' else 'in hand' end)
          from graphile_worker.jobs where run_at <= now() + interval '1 minute' or attempts >= max_attempts) as jobs,
        (select count(*)::int from embedded_events) as events`
    if (!row) throw new Error('The database did not count.')
    return row
  })
}

/** Moves time forward until a dead process's jobs and mails are taken over, and retries are due. */
export function letDeadBeNoticed(address: SocketAddress): Promise<void> {
  return withDatabase(address, async (db) => {
    const long = '5 minutes'
    await db`update job_runners set seen_at = seen_at - ${long}::interval`
    await db`
      update graphile_worker._private_jobs set locked_at = locked_at - ${long}::interval, run_at = least(run_at, now())
      where locked_at is not null or attempts > 0`
    await db`update outgoing_mails set claimed_until = claimed_until - ${long}::interval where sent_at is null`
  })
}

/** Makes the provider deliver pending events, as it does every minute. */
export function letAMinutePass(address: SocketAddress): Promise<void> {
  return withDatabase(address, async (db) => {
    const job = 'advance-embedded-payments'
    await db`select graphile_worker.add_job(${job}, job_key => ${job})`
  })
}

/** Events written by the provider, delivered or not, unordered. */
export function readEvents(address: SocketAddress): Promise<string[]> {
  return withDatabase(address, async (db) => {
    const rows = await db<{ body: string }[]>`
      (select body from embedded_events limit 2)
      union all
      (select json_build_object('id', id, 'type', type, 'sessionId', session_id, 'subscriptionId', subscription_id,
        'customerId', null)::text from payment_events order by random() limit 2)
      union all
      (select json_build_object('id', 'evt_' || md5(random()::text), 'type', 'subscription.updated', 'sessionId', null,
        'subscriptionId', id, 'customerId', null)::text from embedded_subscriptions order by random() limit 2)`
    return rows.map(({ body }) => body).sort(() => Math.random() - 0.5)
  })
}

const isRunning = ({ status }: { status: string }): boolean => status !== 'canceled'

/** What must be true of a buyer at any moment, however much is pending. One sentence per violation. */
export function compareNow(buyer: Buyer, entry: Entry): string[] {
  const problems: string[] = []
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`${buyer.manner}, ${buyer.email}: ${what}`)
  }
  const { stored, atProvider } = entry
  expect(atProvider.length <= 1, `${atProvider.length} subscriptions were begun at the provider`)
  expect(stored.length <= 1, `${stored.length} subscriptions are stored`)
  expect(buyer.paidSessions.size <= 1, `${buyer.paidSessions.size} checkouts were paid`)
  expect(buyer.paidSessions.size === 0 || atProvider.length >= 1, 'an acknowledged payment is lost')
  expect(!buyer.hasClaimed || stored.some(({ givesAccess }) => givesAccess), 'has no access after the word "paid"')
  expect(atProvider.length > 0 || !entry.hasAccount, 'has an account without a payment')
  // Hints may repeat after a minute, but a buyer gets one welcome mail.
  expect(entry.ordered.filter((template) => template === 'welcome').length <= 1, 'two welcomes were ordered')
  return problems
}

/** What must be true once nothing is pending. */
export function compareAtTheEnd(buyer: Buyer, entry: Entry): string[] {
  const problems = compareNow(buyer, entry)
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`${buyer.manner}, ${buyer.email}: ${what}`)
  }
  const hasPaid = buyer.paidSessions.size > 0
  const stored = entry.stored.find(isRunning)
  const atProvider = entry.atProvider.find(isRunning)
  expect(buyer.isDone, 'never came to an end')
  expect(hasPaid === (stored !== undefined && stored.givesAccess), hasPaid ? 'has paid, no access' : 'access unpaid')
  expect(stored?.id === atProvider?.id && stored?.status === atProvider?.status, 'our books are not the provider’s')
  if (buyer.wish !== null) expect(stored?.cancels === (buyer.wish === 'cancel'), `the wish to ${buyer.wish} is lost`)
  if (buyer.wish !== null) expect(atProvider?.cancels === stored?.cancels, 'the wish never reached the provider')
  const welcomes = entry.received.filter((template) => template === 'welcome').length
  expect(welcomes === (hasPaid ? 1 : 0), `was welcomed ${welcomes} times`)
  expect(entry.received.length === entry.ordered.length, `${entry.ordered.length} mails, ${entry.received.length} came`)
  return problems
}

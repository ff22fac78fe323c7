import type { Context } from './context.ts'
import { storeAccount } from './features/accounts/create-account.ts'
import { saveSubscription } from './features/billing/subscriptions.sql.ts'
import { seedFinishedLessons } from './features/learning/seed-finished-lessons.ts'

const day = 86_400

type DemoAccount = {
  email: string
  pin: string
  username: string
  /** Printed at the start. */
  note: string
  subscriptionId: string
  periodEndsInDays: number
  finishedLessons: number
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'demo@kitewise.example',
    pin: '2749',
    username: 'Demo',
    note: 'active subscription, two lessons done',
    subscriptionId: 'sub_demo00000001',
    periodEndsInDays: 21,
    finishedLessons: 2,
  },
  {
    email: 'other@kitewise.example',
    pin: '8305',
    username: 'Other',
    note: 'active subscription, nothing done',
    subscriptionId: 'sub_demo00000002',
    periodEndsInDays: 21,
    finishedLessons: 0,
  },
  {
    email: 'expired@kitewise.example',
    pin: '6194',
    username: 'Expired',
    note: 'subscription ended',
    subscriptionId: 'sub_demo00000003',
    periodEndsInDays: -3,
    finishedLessons: 0,
  },
]

const demoCourse = 'ai-zero'

/** Creates or resets the demo accounts; keeps their learners' progress. Safe at every start and in several instances at once. */
export async function seedDemoAccounts(context: Context): Promise<void> {
  const lessons = context.catalog.findCourse(demoCourse)?.lessons ?? []
  for (const account of demoAccounts) {
    const userId = await storeAccount(context, account)
    await saveSubscription(context.db, userId, {
      id: account.subscriptionId,
      status: 'active',
      cancelAtPeriodEnd: account.periodEndsInDays < 0,
      currentPeriodEnd: Math.floor(context.clock().getTime() / 1000) + account.periodEndsInDays * day,
      pastDueSince: null,
      priceCents: 2999,
      currency: 'usd',
      intervalUnit: 'month',
      intervalCount: 1,
    })
    const done = lessons.slice(0, account.finishedLessons).map(({ id }) => id)
    if (done.length > 0) await seedFinishedLessons(context, userId, done)
  }
}

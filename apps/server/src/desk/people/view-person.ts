import { pickWords } from '@kitewise/content/catalog'
import type { DeskAnswer } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { findSubscriptions, type ShownSubscription } from '../../features/billing/subscriptions.sql.ts'
import { listCertificates } from '../../features/certificates/certificates.sql.ts'
import { listAllLessons } from '../../features/learning/progress.sql.ts'
import { listLearnedDays } from '../../features/learning/streak/learned-days.sql.ts'
import { findAccess } from '../../platform/sessions.ts'
import {
  countDevices,
  findPerson,
  listConsentsOf,
  listMailsOf,
  listMemberships,
  listSignIns,
  listWithdrawalsOf,
} from './person.sql.ts'

type Person = DeskAnswer<'viewPerson'>['data']

/** Everything that staff may know, and nothing that the person has written. Null if there is no such account. */
export async function viewPerson(context: Context, userId: string): Promise<Person | null> {
  const { db } = context
  const row = await findPerson(db, userId)
  if (!row) return null
  const days = await listLearnedDays(db, userId)
  return {
    id: row.id,
    email: row.email,
    language: row.language,
    hasPin: row.hasPin,
    createdAt: row.createdAt.getTime(),
    deletedAt: millis(row.deletedAt),
    blockedAt: millis(row.blockedAt),
    hasAccess: (await findAccess(context, userId)).granted,
    subscriptions: (await findSubscriptions(db, userId)).map(presentPlan),
    organizations: (await listMemberships(db, userId)).map(({ joinedAt, seatSince, accessUntil, ...rest }) => ({
      ...rest,
      joinedAt: joinedAt.getTime(),
      seatSince: millis(seatSince),
      accessUntil: millis(accessUntil),
    })),
    withdrawals: (await listWithdrawalsOf(db, userId)).map(({ subscriptionId, declaredAt, endedAt }) => ({
      subscriptionId,
      declaredAt: declaredAt.getTime(),
      endedAt: millis(endedAt),
    })),
    courses: await listCourses(context, userId),
    learnedDays: days.length,
    lastDay: days.at(-1)?.day ?? null,
    mails: (await listMailsOf(db, row)).map(({ id, template, createdAt, sentAt, refusedAt }) => ({
      id,
      template,
      createdAt: createdAt.getTime(),
      sentAt: millis(sentAt),
      refusedAt: millis(refusedAt),
    })),
    signIns: (await listSignIns(db, userId)).map(({ createdAt, lastUsedAt, endedAt, endReason }) => ({
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
      endedAt: millis(endedAt),
      endReason,
    })),
    knownDevices: await countDevices(db, userId),
    consents: (await listConsentsOf(db, row)).map(({ decidedAt, ...rest }) => ({
      ...rest,
      decidedAt: decidedAt.getTime(),
    })),
    certificates: (await listCertificates(db, userId)).map(({ id, courseName, name, issuedAt }) => ({
      id,
      courseName,
      name,
      issuedAt: issuedAt.getTime(),
    })),
  }
}

const millis = (time: Date | null): number | null => time?.getTime() ?? null

const presentPlan = (plan: ShownSubscription): Person['subscriptions'][number] => {
  const { paymentMethod, nextPlan } = plan
  return {
    id: plan.id,
    provider: plan.provider,
    providerCustomerId: plan.providerCustomerId,
    status: plan.status,
    amount: plan.priceCents,
    currency: plan.currency,
    interval: plan.intervalUnit,
    intervalCount: plan.intervalCount,
    currentPeriodEnd: plan.currentPeriodEnd * 1000,
    pastDueSince: plan.pastDueSince === null ? null : plan.pastDueSince * 1000,
    cancelAtPeriodEnd: plan.cancelAtPeriodEnd,
    plan: plan.productId,
    nextPlan: nextPlan && {
      plan: nextPlan.productId,
      amount: nextPlan.amount,
      interval: nextPlan.interval,
      intervalCount: nextPlan.intervalCount,
    },
    organization: plan.organization?.name ?? null,
    paymentMethod: paymentMethod?.card
      ? `${paymentMethod.card.brand} …${paymentMethod.card.last4}`
      : (paymentMethod?.type ?? null),
  }
}

/** Courses in the order of their first lesson. One that is gone from the content shows its ID. */
const listCourses = async ({ db, catalog }: Context, userId: string): Promise<Person['courses']> => {
  const courses = new Map<string, Person['courses'][number]>()
  for (const { courseId, finishedAtMs } of await listAllLessons(db, userId)) {
    const found = catalog.findCourse(courseId)
    const title = found ? pickWords(found.words, 'en').words.title : courseId
    const course = courses.get(courseId) ?? { id: courseId, title, started: 0, finished: 0 }
    course.started += 1
    if (finishedAtMs !== null) course.finished += 1
    courses.set(courseId, course)
  }
  return [...courses.values()]
}

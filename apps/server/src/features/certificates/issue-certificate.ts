import { randomBytes } from 'node:crypto'
import { type CatalogCourse, pickWords } from '@kitewise/content/catalog'
import type { CertificateRequirements } from '@kitewise/contract/certificates'
import { dayIn } from '@kitewise/rules/calendar-day'
import { findNameProblem, tidyCertificateName } from '@kitewise/rules/certificate-name'
import { courseProgress } from '@kitewise/rules/course-progress'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { hasPassedCapstone, listSkimmedLessons } from '../learning/learning-record.ts'
import { findLearnerLessons } from '../learning/open-lesson.ts'
import { knownZone } from '../learning/streak/learned-days.ts'
import { placeBadge } from './badge/status-list.ts'
import {
  insertCertificate,
  listCertificates,
  lockCertificates,
  renameCertificates,
  type StoredCertificate,
} from './certificates.sql.ts'

type CertificateWish = {
  userId: string
  courseId: string
  /** As typed. Only the first certificate needs it. */
  name: string | undefined
  /** The text set of the certificate. */
  language: string
  /** The learner's time zone as sent, unchecked; null for UTC. */
  timeZone: string | null
}

/** Idempotent, also across instances. All certificates of a learner carry the name of the first one. */
export async function issueCertificate(context: Context, wish: CertificateWish): Promise<Result<StoredCertificate>> {
  const { userId, courseId, language } = wish
  const issued = findIssued(await listCertificates(context.db, userId), courseId)
  if (issued) return ok(issued)
  const earned = await findEarnedCourse(context, wish)
  if (!earned.ok) return earned
  const courseName = pickWords(earned.value.words, language).words.title
  return inTransaction(context.db, async (tx) => {
    await lockCertificates(tx, userId)
    const earlier = await listCertificates(tx, userId)
    const issuedMeanwhile = findIssued(earlier, courseId)
    if (issuedMeanwhile) return ok(issuedMeanwhile)
    const name = earlier[0] ? ok(earlier[0].name) : await checkName(wish.name)
    if (!name.ok) return name
    const certificate = makeCertificate(wish, { name: name.value, courseName, now: context.clock() })
    await insertCertificate(tx, userId, certificate)
    await placeBadge(tx, certificate.id)
    return ok(certificate)
  })
}

/** For staff. The PDF and the public page then show the new name; a new badge replaces the old one, which is revoked. */
export async function correctCertificateName(
  context: Context,
  { userId, name: given }: { userId: string; name: string },
): Promise<Result<null>> {
  const name = await checkName(given)
  if (!name.ok) return name
  return inTransaction(context.db, async (tx) => {
    await lockCertificates(tx, userId)
    const renamed = await renameCertificates(tx, userId, { name: name.value, at: context.clock() })
    for (const id of renamed) await placeBadge(tx, id)
    return renamed.length > 0 ? ok(null) : refuse('not_found')
  })
}

const findIssued = (issued: readonly StoredCertificate[], courseId: string): StoredCertificate | undefined =>
  issued.find((certificate) => certificate.courseId === courseId)

/** Decides by the server's own records, not by what the app has shown. */
const findEarnedCourse = async (
  context: Context,
  { userId, courseId }: CertificateWish,
): Promise<Result<CatalogCourse>> => {
  const requirements = await findRequirements(context, userId, courseId)
  if (!requirements.ok) return requirements
  const { isCompleted, capstone, skimmedLessons } = requirements.value
  if (!isCompleted) return refuse('course_incomplete')
  if (!capstone.isPassed) return refuse('capstone_not_passed', requirements.value)
  if (skimmedLessons.length > 0) return refuse('lessons_skimmed', requirements.value)
  const course = context.catalog.findCourse(courseId)
  return course ? ok(course) : refuse('course_not_found')
}

const codes = {
  missing: 'certificate_name_missing',
  tooLong: 'certificate_name_too_long',
  unprintable: 'certificate_name_unprintable',
} as const

/** A name is permanent: characters that none of our fonts has are refused now, instead of leaving gaps on paper later. */
const checkName = async (given: string | undefined): Promise<Result<string>> => {
  const problem = findNameProblem(given ?? '')
  if (problem !== null) return refuse(codes[problem])
  const name = tidyCertificateName(given ?? '')
  const { findMissingCharacters } = await import('./pdf/text-layout.ts')
  const characters = findMissingCharacters(name)
  return characters.length === 0 ? ok(name) : refuse('certificate_name_unprintable', { characters })
}

const makeCertificate = (
  { courseId, language, timeZone }: CertificateWish,
  { name, courseName, now }: { name: string; courseName: string; now: Date },
): StoredCertificate => ({
  id: randomBytes(16).toString('hex'),
  courseId,
  name,
  courseName,
  language,
  issuedOn: dayIn(knownZone(timeZone) ?? 'UTC', now.getTime()),
  // The signed badge has whole seconds.
  issuedAt: new Date(Math.floor(now.getTime() / 1000) * 1000),
  badgeRenewedAt: null,
})

export async function findRequirements(
  context: Context,
  userId: string,
  courseId: string,
): Promise<Result<CertificateRequirements>> {
  const course = context.catalog.findCourse(courseId)
  if (!course) return refuse('course_not_found')
  const [learner, isPassed, skimmedLessons] = await Promise.all([
    findLearnerLessons(context, userId, courseId),
    hasPassedCapstone(context, userId, course),
    listSkimmedLessons(context, userId, course),
  ])
  const lessonIds = course.lessons.map(({ id }) => id)
  return ok({
    isCompleted: courseProgress(lessonIds, learner).status === 'completed',
    capstone: { ...placeOfCapstone(context, course), isPassed },
    skimmedLessons,
  })
}

const placeOfCapstone = ({ catalog }: Context, course: CatalogCourse) => {
  const found = catalog.findPractice(course.capstone)
  if (!found) throw new Error(`The course ${course.id} has no practice ${course.capstone}`)
  return { lessonId: found.lesson.id, fragmentIndex: found.fragmentIndex, practiceId: course.capstone }
}

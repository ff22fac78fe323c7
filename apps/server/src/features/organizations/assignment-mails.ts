import { addDays } from '@kitewise/rules/calendar-day'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { findSetting } from '../reach/reminders.sql.ts'
import { courseTitle } from './groups.ts'
import { listOpenAssignments, listOrganizationsDue, type OpenAssignment } from './groups.sql.ts'
import { listDigestReceivers } from './members.sql.ts'
import { findOrganization } from './organizations.sql.ts'
import { today } from './people.ts'

/** Days before the due date. */
const remindedAhead = [3, 1]

/** Job: reminds learners who want reminders by mail of a course that is due soon, once for each of these days. */
export async function remindOfAssignments(context: Context): Promise<void> {
  const { db, catalog } = context
  for (const ahead of remindedAhead) {
    const from = addDays(today(context), ahead)
    const before = addDays(from, 1)
    for (const organizationId of await listOrganizationsDue(db, from, before)) {
      const organization = (await findOrganization(db, organizationId))?.name ?? ''
      const wanted = { organizationId, groups: null, from, before }
      for (const open of await listOpenAssignments(db, catalog.courses, wanted))
        if ((await findSetting(db, open.userId))?.byMail) await remind(context, open, { organization, ahead })
    }
  }
}

const remind = async (
  context: Context,
  { assignmentId, userId, email, language, courseId, dueOn }: OpenAssignment,
  { organization, ahead }: { organization: string; ahead: number },
): Promise<void> => {
  const due = mailWords(context.config, language).date(Date.parse(dueOn) / 1000)
  const course = courseTitle(context, courseId, language)
  await inTransaction(context.db, (tx) =>
    queueMail(tx, {
      to: email,
      userId,
      language,
      template: 'assignment_due',
      values: { organization, course, due, path: `/course/${courseId}` },
      dedupeKey: `assignment-due:${assignmentId}:${dueOn}:${ahead}:${userId}`,
    }),
  )
}

/** Job: tells owners and managers once a week how many people are overdue, each about those they see. */
export async function mailOverdueDigest(context: Context): Promise<void> {
  const { db, catalog } = context
  const [from, before] = ['2000-01-01', today(context)]
  for (const organizationId of await listOrganizationsDue(db, from, before)) {
    const organization = (await findOrganization(db, organizationId))?.name ?? ''
    for (const { userId, email, language, groups } of await listDigestReceivers(db, organizationId)) {
      const open = await listOpenAssignments(db, catalog.courses, { organizationId, groups, from, before })
      const people = new Set(open.map((one) => one.userId)).size
      if (people === 0) continue
      await inTransaction(db, (tx) =>
        queueMail(tx, {
          to: email,
          userId,
          language,
          template: 'overdue_digest',
          values: { organization, people: String(people) },
          dedupeKey: `overdue-digest:${organizationId}:${userId}:${before}`,
        }),
      )
    }
  }
}

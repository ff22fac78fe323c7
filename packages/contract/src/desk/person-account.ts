import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, file, reason } from './desk-endpoint.ts'
import { actionOnPerson } from './people.ts'
import { typedDigits } from '../typed/typed-text.ts'

/** Unix milliseconds. */
const time = z.number()
/** The titles are English; what is gone from the content shows its ID. */
const place = { lesson: z.string(), task: z.string() }

const supportView = z.object({
  endsAt: time,
  settings: z.object({
    language: z.string(),
    firstName: z.string().nullable(),
    dailyGoalMinutes: z.int().nullable(),
    lineOfWork: z.string().nullable(),
    marketing: z.boolean(),
    /** Null for all three if the learner has never chosen. */
    remindsByMail: z.boolean().nullable(),
    reminderHour: z.int().nullable(),
    timeZone: z.string().nullable(),
  }),
  lessons: z.array(
    z.object({
      id: z.string(),
      course: z.string(),
      title: z.string(),
      startedAt: time,
      finishedAt: time.nullable(),
      /** Null for a lesson that is gone from the content. */
      parts: z.int().nullable(),
      partsRead: z.int(),
    }),
  ),
  answers: z.array(
    z.object({
      practiceId: z.string(),
      ...place,
      /** Null for a skip, and for a light exercise. */
      answer: z.string().nullable(),
      outcome: z.enum(['right', 'wrong', 'skipped']),
      answeredAt: time,
    }),
  ),
  prompts: z.array(
    z.object({
      id: z.string(),
      ...place,
      /** Null for a prompt whose text isn't stored. */
      prompt: z.string().nullable(),
      score: z.string(),
      comment: z.string(),
      /** The names of the points that weren't found. */
      missing: z.array(z.string()),
      evaluatedAt: time,
    }),
  ),
})

/** What concerns the whole account of a person. */
export const personAccountEndpoints = {
  blockPerson: deskEndpoint({
    ...actionOnPerson('block'),
    stepUp: true,
    tells: ['was', 'becomes'],
    summary: 'Ends all sessions and refuses sign-ins. Plans end with their period, overdue ones at once.',
  }),
  unblockPerson: deskEndpoint({
    ...actionOnPerson('unblock'),
    stepUp: true,
    tells: ['was', 'becomes'],
    summary: 'Allows sign-ins again. Plans that were ended stay so.',
  }),
  enterSupportCode: deskEndpoint({
    ...actionOnPerson('support-view'),
    body: z.object({ code: typedDigits(40).min(1), reason }),
    errors: ['support_code_refused', 'too_many_support_codes'],
    tells: ['endsAt'],
    summary: 'Opens the read-only view that a learner allows with a code, for this member of staff.',
  }),
  readSupportView: deskEndpoint({
    method: 'GET',
    path: '/api/desk/people/{userId}/support-view',
    permission: 'people.act',
    params: z.object({ userId: z.uuid() }),
    answer: data(supportView),
    errors: ['support_view_closed'],
    object: { kind: 'person', param: 'userId' },
    summary: 'What the learner sees of themselves: progress, answers, prompts with feedback, settings.',
  }),
  exportPerson: deskEndpoint({
    ...actionOnPerson('export'),
    stepUp: true,
    answer: file,
    errors: ['not_found', 'too_many_exports'],
    summary: 'The file that learners can download of their own data. Ten a day for each member of staff.',
  }),
}

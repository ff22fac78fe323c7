import { findFeedbackProblem } from '@kitewise/rules/feedback'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { addToInbox } from '../support/support-requests.ts'
import { countFeedbackOfHour, insertFeedback, lockFeedback } from './feedback.sql.ts'

export const feedbackRoutes: Handlers<'sendFeedback'> = {
  sendFeedback: async (context, { session, body, language }) => {
    const given = { rating: body.rating, message: body.message ?? '' }
    const sent = await sendFeedback(context, { userId: session.userId, language }, given)
    return sent.ok ? ok({ data: { sent: true } }) : sent
  },
}

const mostInHour = 10
const hour = 3_600

type Given = { rating: number | null; message: string }

const sendFeedback = async (
  context: Context,
  { userId, language }: { userId: string; language: string },
  given: Given,
): Promise<Result<null>> => {
  const problem = findFeedbackProblem(given.rating, given.message)
  if (problem === 'empty') return refuse('feedback_empty')
  if (problem === 'ratingMissing') return refuse('rating_missing')
  return inTransaction(context.db, async (tx) => {
    await lockFeedback(tx, userId)
    if ((await countFeedbackOfHour(tx, userId)) >= mostInHour) return refuseFor('too_many_requests', hour)
    // 0 and null both mean that no star was selected.
    const rating = given.rating === 0 ? null : given.rating
    const id = context.newId()
    await insertFeedback(tx, { userId, id, rating, message: given.message.trim() })
    await addToInbox(tx, context, { id, kind: 'feedback', userId, language })
    return ok(null)
  })
}

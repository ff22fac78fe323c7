// Until when something in the inbox must be settled (docs/product.md R102, R115): a withdrawal's money is back within 14 days
// (Directive 2011/83/EU, article 13), a refund request is answered within 14 days (subscription terms, section 8), and a request about
// personal data within one month (GDPR, article 12). Feedback and questions have no deadline.

export type InboxKind = 'feedback' | 'question' | 'refund' | 'privacy' | 'withdrawal'

const days = { refund: 14, withdrawal: 14 } as const

/** Null without a deadline. A month ends on the same day of the next month, or on its last day. */
export function replyDeadline(kind: InboxKind, receivedAt: Date): Date | null {
  if (kind === 'feedback' || kind === 'question') return null
  const due = new Date(receivedAt)
  if (kind === 'privacy') {
    const lastOfNextMonth = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 2, 0)).getUTCDate()
    due.setUTCMonth(due.getUTCMonth() + 1, Math.min(due.getUTCDate(), lastOfNextMonth))
  } else due.setUTCDate(due.getUTCDate() + days[kind])
  return due
}

/** Staff are warned two days before the deadline, and on its day. */
export const warningDays = 2

/** Which warning is due now; each is sent once. Nothing after the deadline's day: the list shows what is late. */
export function dueWarning(dueAt: Date, now: Date): 'early' | 'last' | null {
  const left = dueAt.getTime() - now.getTime()
  const day = 86_400_000
  if (left <= day) return 'last'
  return left <= warningDays * day ? 'early' : null
}

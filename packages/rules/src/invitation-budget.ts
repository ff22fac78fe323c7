/**
 * How many people a sender may still invite (docs/product.md R174). An invitation goes to an address whose owner hasn't asked for it.
 * A sender that nobody knows has a small number a day; one that has paid or proved a domain has enough for a large company. A sender
 * whose invitations are declined or reported stops.
 */
export const invitationsADay = { unknown: 20, known: 2_000 } as const

/** Fewer reports than this say nothing. */
const fewestReports = 3
/** One in so many. Large mail services already reject senders with far fewer. */
const mostReported = 20

export function invitationBudget(sender: {
  /** It has paid for seats or has proved a domain. */
  isKnown: boolean
  sentToday: number
  /** Within 30 days: invitations sent, and those that were reported as spam or whose receivers want no more of them. */
  sentLately: number
  reportedLately: number
}): number {
  const { isKnown, sentToday, sentLately, reportedLately } = sender
  if (reportedLately >= fewestReports && reportedLately * mostReported > sentLately) return 0
  return Math.max(0, (isKnown ? invitationsADay.known : invitationsADay.unknown) - sentToday)
}

/**
 * What a person has to know before a trial begins: when it ends, when the first payment is taken (the same moment), and until when
 * cancelling keeps it free: at least 24 hours before the end (product spec, section 4).
 */
export type TrialTerms = {
  /** Unix seconds, all three. */
  trialEndsAt: number
  firstChargeAt: number
  cancelBefore: number
}

const day = 86_400

/** Until when cancelling keeps a trial free, of the end of the trial; Unix seconds. */
export const trialCancelBefore = (trialEndsAt: number): number => trialEndsAt - day

/**
 * @param now Unix seconds at which the trial would begin
 * @returns null where there is no trial: the first payment is then taken at once
 */
export const trialTerms = (trialDays: number, now: number): TrialTerms | null => {
  if (trialDays <= 0) return null
  const trialEndsAt = now + trialDays * day
  return { trialEndsAt, firstChargeAt: trialEndsAt, cancelBefore: trialCancelBefore(trialEndsAt) }
}

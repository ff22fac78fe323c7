import type { ErrorCode } from '@kitewise/contract/errors'

/** The texts of the server's refusals of a gift code. */
export const giftSentence = {
  gift_code_unknown: 'unknown',
  gift_code_used: 'used',
  gift_code_expired: 'expired',
  gift_code_void: 'voided',
  gift_plan_running: 'planRunning',
} as const satisfies Partial<Record<ErrorCode, string>>

export function isGiftRefusal(code: string): code is keyof typeof giftSentence {
  return Object.hasOwn(giftSentence, code)
}

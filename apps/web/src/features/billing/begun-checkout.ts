import { storedValue } from '../../lib/stored-value.ts'

/** The checkout this tab started last: the nonce proves it, and its plan is preselected on the way back. */
export type BegunCheckout = { sessionId: string; nonce: string; productId: string }

const stored = storedValue('checkout', 'tab')

const isBegunCheckout = (value: unknown): value is BegunCheckout =>
  typeof value === 'object' &&
  value !== null &&
  ['sessionId', 'nonce', 'productId'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const begunCheckout = {
  read: (): BegunCheckout | null => {
    try {
      const value: unknown = JSON.parse(stored.read() ?? 'null')
      return isBegunCheckout(value) ? value : null
    } catch {
      return null
    }
  },
  keep: (begun: BegunCheckout): void => stored.write(JSON.stringify(begun)),
  forget: stored.remove,
}

import type { Buyer } from './buyer.ts'
import type { Entry } from './books.ts'

const isRunning = ({ status }: { status: string }): boolean => status !== 'canceled'

/** What must be true of a buyer at any moment, however much is still on its way. One sentence for each thing that is not. */
export const compareNow = (buyer: Buyer, entry: Entry): string[] => {
  const problems: string[] = []
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`${buyer.manner}, ${buyer.email}: ${what}`)
  }
  const { stored, atProvider } = entry
  expect(atProvider.length <= 1, `${atProvider.length} subscriptions were begun at the provider`)
  expect(stored.length <= 1, `${stored.length} subscriptions are stored`)
  expect(buyer.paidSessions.size <= 1, `${buyer.paidSessions.size} checkouts were paid`)
  expect(buyer.paidSessions.size === 0 || atProvider.length >= 1, 'an acknowledged payment is lost')
  expect(!buyer.hasClaimed || stored.some(({ givesAccess }) => givesAccess), 'has no access after the word "paid"')
  expect(atProvider.length > 0 || !entry.hasAccount, 'has an account without a payment')
  // Hints may come again after a minute; whoever buys is welcomed once.
  expect(entry.ordered.filter((template) => template === 'welcome').length <= 1, 'two welcomes were ordered')
  return problems
}

/** What must be true once everything that was on its way has arrived. */
export const compareAtTheEnd = (buyer: Buyer, entry: Entry): string[] => {
  const problems = compareNow(buyer, entry)
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`${buyer.manner}, ${buyer.email}: ${what}`)
  }
  const hasPaid = buyer.paidSessions.size > 0
  const stored = entry.stored.find(isRunning)
  const atProvider = entry.atProvider.find(isRunning)
  expect(buyer.isDone, 'never came to an end')
  expect(hasPaid === (stored !== undefined && stored.givesAccess), hasPaid ? 'has paid, no access' : 'access unpaid')
  expect(stored?.id === atProvider?.id && stored?.status === atProvider?.status, 'our books are not the provider’s')
  if (buyer.wish !== null) expect(stored?.cancels === (buyer.wish === 'cancel'), `the wish to ${buyer.wish} is lost`)
  if (buyer.wish !== null) expect(atProvider?.cancels === stored?.cancels, 'the wish never reached the provider')
  const welcomes = entry.received.filter((template) => template === 'welcome').length
  expect(welcomes === (hasPaid ? 1 : 0), `was welcomed ${welcomes} times`)
  expect(entry.received.length === entry.ordered.length, `${entry.ordered.length} mails, ${entry.received.length} came`)
  return problems
}

/**
 * What may be used before money came (docs/product.md R171). Only what one person can use up alone is free of a condition: a first
 * trial. What can be handed on to many people is given to a company that has shown who it is, in a bounded number, and once as long
 * as it owes something. Everything else begins with its payment: a changed plan with the next one, and a gift code, which staff
 * account for, is used up by redeeming it.
 */
export type UnpaidUse =
  | {
      kind: 'trial'
      /** Whether the person had one. */
      hadTrial: boolean
    }
  | {
      kind: 'seats'
      wanted: number
      isDomainProved: boolean
      /** Whether the company or one of its owners uses seats that are not paid, in any organization, closed ones included. */
      owesSeats: boolean
    }

/** More than most first teams have; without a payment, it costs no more than a month of twenty learners. */
export const mostUnpaidSeats = 20

/** For how many people access may begin before the payment. */
export function unpaidAllowance(use: UnpaidUse): number {
  if (use.kind === 'trial') return use.hadTrial ? 0 : 1
  return use.isDomainProved && !use.owesSeats ? Math.min(use.wanted, mostUnpaidSeats) : 0
}

/** Under these names a company is known that owes something: it doesn't become another one by another spelling. */
export function companyKeys({
  legalName,
  vatId,
  domains,
}: {
  legalName: string
  vatId: string
  domains: readonly string[]
}): string[] {
  const name = plain(legalName)
  const vat = plain(vatId)
  const keys = [
    ...(name === '' ? [] : [`name:${name}`]),
    ...(vat === '' ? [] : [`vat:${vat}`]),
    ...domains.map((domain) => `domain:${registeredDomain(domain)}`),
  ]
  return [...new Set(keys)]
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Under country codes such as .uk and .au, companies register below one of these. */
const sharedLabels = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'go',
  'gr',
  'ltd',
  'ne',
  'net',
  'nom',
  'or',
  'org',
])

/** Whoever owns a domain can prove any number of names below it. */
export function registeredDomain(domain: string): string {
  const labels = domain.toLowerCase().split('.')
  const isShared = labels.at(-1)?.length === 2 && sharedLabels.has(labels.at(-2) ?? '')
  return labels.slice(isShared ? -3 : -2).join('.')
}

import { describe, expect, it } from 'vitest'
import { companyKeys, mostUnpaidSeats, registeredDomain, type UnpaidUse, unpaidAllowance } from './before-payment.ts'

const seats = (wanted: number, isDomainProved: boolean, owesSeats: boolean): UnpaidUse => ({
  kind: 'seats',
  wanted,
  isDomainProved,
  owesSeats,
})

describe('R171: what may be used before money came', () => {
  it.each<[UnpaidUse, number]>([
    [{ kind: 'trial', hadTrial: false }, 1],
    [{ kind: 'trial', hadTrial: true }, 0],
    [seats(3, true, false), 3],
    [seats(mostUnpaidSeats, true, false), mostUnpaidSeats],
    [seats(9_999, true, false), mostUnpaidSeats],
    [seats(3, true, true), 0],
    [seats(3, false, false), 0],
    [seats(9_999, false, true), 0],
  ])('%j: for %i', (use, expected) => {
    expect(unpaidAllowance(use)).toBe(expected)
  })
})

const keysOf = (legalName: string) => companyKeys({ legalName, vatId: '', domains: [] })

describe('a company that owes something', () => {
  it.each([
    ['Kites Ltd', 'KITES  ltd.'],
    ['Kites Ltd', 'K-i-t-e-s Ltd'],
    ['Ｋｉｔｅｓ Ltd', 'Kites Ltd'],
  ])('is known as %j and as %j', (one, other) => {
    expect(keysOf(one)).toEqual(keysOf(other))
  })

  it('is known by its VAT ID and its domains, and has no empty names', () => {
    expect(
      companyKeys({ legalName: '…', vatId: 'de 123-456.789', domains: ['a.kites.example', 'b.kites.example'] }),
    ).toEqual(['vat:de123456789', 'domain:kites.example'])
  })

  it.each([
    ['kites.example', 'kites.example'],
    ['mail.eu.kites.example', 'kites.example'],
    ['mail.kites.co.uk', 'kites.co.uk'],
    ['kites.com.au', 'kites.com.au'],
    ['co.example', 'co.example'],
  ])('can’t turn %s into many domains', (domain, registered) => {
    expect(registeredDomain(domain)).toBe(registered)
  })
})

import { describe, expect, it } from 'vitest'
import { countryCodes } from './countries.ts'
import { currencyDigits, isCurrency, moneyText } from './currencies.ts'
import { country } from './endpoint.ts'

describe('an amount in minor units', () => {
  it.each([
    [2999, 'usd', '$29.99'],
    [2980, 'jpy', '¥2,980'],
    [2980, 'krw', '₩2,980'],
    [12_345, 'kwd', 'KWD 12.345'],
    [12_345, 'iqd', 'IQD 12.345'],
    [300_000, 'huf', 'HUF 3,000.00'],
    [5_000, 'ugx', 'UGX 5,000'],
    [12_345, 'clf', 'CLF 1.2345'],
  ])('of %i %s is %s', (amount, currency, text) => {
    expect(moneyText(amount, currency, 'en-US').replaceAll('\u{a0}', ' ')).toBe(text)
  })

  it('keeps every digit of every currency', () => {
    for (const code of Intl.supportedValuesOf('currency').filter(isCurrency)) {
      const digits = moneyText(123_456_789, code, 'en-US').replaceAll(/\D/g, '')
      expect([code, digits.padEnd(9, '?').slice(0, 9)]).toEqual([code, '123456789'])
      expect(moneyText(1, code, 'en-US')).toMatch(currencyDigits(code) === 0 ? /1$/ : /\.0*1$/)
    }
  })

  it.each(['xxx', 'dem', 'abc', 'usdollar', ''])('of %j is no money', (code) => {
    expect(isCurrency(code)).toBe(false)
  })
})

describe('a country', () => {
  it('is one of the assigned codes of ISO 3166-1', () => {
    expect(new Set(countryCodes).size).toBe(249)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const unnamed = countryCodes.filter((code) => names.of(code) === undefined)
    expect(unnamed).toEqual([])
    expect(new Set(countryCodes.map((code) => names.of(code))).size).toBe(249)
  })

  it.each(['UK', 'DY', 'HV', 'NH', 'VD', 'RH', 'DD', 'EU', 'ZZ', 'de', ''])("isn't %j", (code) => {
    expect(country.safeParse(code).success).toBe(false)
  })
})

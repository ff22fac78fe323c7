import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsOf, withPlainDigits } from './digits.ts'

describe('withPlainDigits', () => {
  it.each([
    ['Arabic', '٢٧٤٩'],
    ['Persian', '۲۷۴۹'],
    ['Devanagari', '२७४९'],
    ['Bengali', '২৭৪৯'],
    ['full width', '２７４９'],
    ['Thai', '๒๗๔๙'],
    ['Tamil', '௨௭௪௯'],
    ['Myanmar', '၂၇၄၉'],
    ['Khmer', '២៧៤៩'],
    ['mathematical bold', '𝟐𝟕𝟒𝟗'],
    ['Adlam', '𞥒𞥗𞥔𞥙'],
  ])('reads %s digits', (_, digits) => {
    expect(withPlainDigits(digits)).toBe('2749')
  })

  it('leaves everything else as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const others = text.replaceAll(/\p{Nd}/gu, '')
        expect(withPlainDigits(others)).toBe(others)
        expect(withPlainDigits(text).replaceAll(/[0-9]/g, '')).toBe(others)
      }),
    )
  })

  it('reads every row of digits of Unicode from 0 to 9', () => {
    const all = Array.from({ length: 0x10_ffff }, (_, code) => code).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)),
    )
    const values = all.map((code) => withPlainDigits(String.fromCodePoint(code))).join('')
    expect(values).toBe('0123456789'.repeat(all.length / 10))
  })
})

describe('digitsOf', () => {
  it.each([
    ['PIN: 27-49', '2749'],
    ['١٢ 34', '1234'],
    ['①②③④', '1234'],
    ['no digit', ''],
  ])('reads “%s” as “%s”', (text, digits) => {
    expect(digitsOf(text)).toBe(digits)
  })
})

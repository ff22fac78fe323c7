/**
 * Digits that people type or paste: keyboards of many languages write their own (٢٧٤٩, ۲۷۴۹, २७४९, 2749, ২৭৪৯). PINs, card
 * numbers, codes and numbers in forms mean the same digits in every script.
 */

const digit = /\p{Nd}/gu
const isDigit = /^\p{Nd}$/u

/** Unicode has the digits of a script in a row from 0 to 9, and some rows follow one another. */
const valueOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  let first = code
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

/** The text with the digits 0 to 9 in place of those of other scripts; everything else stays. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(digit, (sign) => (sign >= '0' && sign <= '9' ? sign : String(valueOf(sign))))
}

/** The digits of a text as 0 to 9: "١٢ 34" gives "1234". Also those in circles. */
export function digitsOf(text: string): string {
  return withPlainDigits(text.normalize('NFKC')).replaceAll(/\D/g, '')
}

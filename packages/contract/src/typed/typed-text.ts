import { z } from 'zod'
import { withPlainDigits } from './digits.ts'
import { mayBeWithin, unitsPerSign } from './signs.ts'

/** A text that people write, of at most so many signs as they see them. What a field has accepted is accepted here. */
export function typedText(most: number) {
  return z
    .string()
    .max(most * unitsPerSign)
    .refine((text) => mayBeWithin(text, most), `must have at most ${most} signs, counted as people see them`)
}

/** The same without blanks around it, and with something in it. */
export function typedLine(most: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(most * unitsPerSign)
    .refine((text) => mayBeWithin(text, most), `must have at most ${most} signs, counted as people see them`)
}

/** A text whose digits may be those of any script: a PIN, a code. The server reads 0 to 9. */
export function typedDigits(mostUnits: number) {
  return z.string().trim().max(mostUnits).overwrite(withPlainDigits)
}

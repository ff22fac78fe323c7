/**
 * Which PINs are too easy. People choose the same few: with the best guesses alone one account in ten would open. Refused are, by
 * rule and not from a list that would have to be kept: one digit four times, two pairs (abab, aabb, abba), runs by one or two up or
 * down, years of people and of our time, and what the finger draws on a keypad. Whoever is refused is told which it was.
 */
export type PinWeakness = 'same_digits' | 'pairs' | 'run' | 'year' | 'keypad'

const firstYear = 1900
const lastYear = 2029

/** Columns of a keypad, the 0 at the foot of each, and the walks around its corners and its edges. */
const columns = ['1470', '2580', '3690']
const rounds = ['1397', '2684']

const backwards = (digits: string) => digits.split('').reverse().join('')

/** Whether a PIN reads along a path in either direction; a round may be begun anywhere. */
const isColumn = (pin: string) => columns.some((column) => pin === column || pin === backwards(column))
const isRound = (pin: string) =>
  rounds.some((round) => `${round}${round}`.includes(pin) || `${round}${round}`.includes(backwards(pin)))

/** 9 is followed by 0, as on the row of a keyboard. */
const isRun = ([a = 0, b = 0, c = 0, d = 0]: number[]) => {
  const step = (b - a + 10) % 10
  return [1, 2, 8, 9].includes(step) && (c - b + 10) % 10 === step && (d - c + 10) % 10 === step
}

/**
 * @param pin four digits
 * @returns why the PIN is too easy, or null when it is good enough
 */
export const findPinWeakness = (pin: string): PinWeakness | null => {
  const digits = pin.split('').map(Number)
  const [a, b, c, d] = digits
  if (a === b && b === c && c === d) return 'same_digits'
  if ((a === c && b === d) || (a === b && c === d) || (a === d && b === c)) return 'pairs'
  if (isRun(digits)) return 'run'
  if (Number(pin) >= firstYear && Number(pin) <= lastYear) return 'year'
  return isColumn(pin) || isRound(pin) ? 'keypad' : null
}

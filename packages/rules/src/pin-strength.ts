import known from './known-pins.json' with { type: 'json' }

/** Why a PIN is too easy (docs/product.md R22). The best few guesses alone would open one account in ten. */
export type PinWeakness = 'same_digits' | 'pairs' | 'run' | 'zeros' | 'year' | 'keypad' | 'date' | 'word' | 'famous'

const firstYear = 1900
const lastYear = 2029

const isPairs = ([a, b, c, d]: number[]) => (a === c && b === d) || (a === b && c === d) || (a === d && b === c)

/** 0 follows 9, as on a keyboard. */
const isRun = ([a = 0, b = 0, c = 0, d = 0]: number[]) => {
  const step = (b - a + 10) % 10
  return [1, 2, 8, 9].includes(step) && (c - b + 10) % 10 === step && (d - c + 10) % 10 === step
}

/** One digit and three zeros: 0007, 5000. */
const isNearZero = (pin: string) => /^0{3}|0{3}$/.test(pin)

const isYear = (pin: string) => Number(pin) >= firstYear && Number(pin) <= lastYear

type Step = { across: number; down: number }

/** Phone layout: 1 2 3, 4 5 6, 7 8 9, and 0 below the 8. */
const placeOf = (key: number): Step =>
  key === 0 ? { across: 1, down: 3 } : { across: (key - 1) % 3, down: Math.floor((key - 1) / 3) }
const stepBetween = (from: number, to: number): Step => {
  const [start, end] = [placeOf(from), placeOf(to)]
  return { across: end.across - start.across, down: end.down - start.down }
}
const isSame = (one: Step, other: Step) => one.across === other.across && one.down === other.down
const isToNeighbor = ({ across, down }: Step) => Math.max(Math.abs(across), Math.abs(down)) === 1
const isOpposite = (one: Step, other: Step) => one.across === -other.across && one.down === -other.down

/** The corners of a rectangle in any order: its edges, a Z (1379), an N (1739) or an X (1937). */
const isRectangle = (keys: number[]) => {
  const steps = keys.map((key) => stepBetween(keys[0] ?? 0, key))
  const [columns, rows] = [new Set(steps.map(({ across }) => across)), new Set(steps.map(({ down }) => down))]
  return new Set(keys).size === 4 && columns.size === 2 && rows.size === 2
}

/** The keys around the 5 or the 8, edge by edge (2684) or as a plus sign (2846). */
const isDiamond = ([first = 0, second = 0, third = 0, fourth = 0]: number[]) =>
  [5, 8].some((middle) => {
    const [a, b, c, d] = [
      stepBetween(middle, first),
      stepBetween(middle, second),
      stepBetween(middle, third),
      stepBetween(middle, fourth),
    ]
    if (![a, b, c, d].every((step) => Math.abs(step.across) + Math.abs(step.down) === 1)) return false
    const isTour = isOpposite(a, c) && isOpposite(b, d) && !isSame(a, b)
    const isPlus = isOpposite(a, b) && isOpposite(c, d) && !isSame(a, c) && !isSame(a, d)
    return isTour || isPlus
  })

/** Three keys in a line, and a fourth that continues it or turns 90° (2580, 1236, 1478). 0 ends every column (1470). */
const isHook = ([a = 0, b = 0, c = 0, d = 0]: number[]) => {
  const [first, second, third] = [stepBetween(a, b), stepBetween(b, c), stepBetween(c, d)]
  if (!isToNeighbor(first) || !isSame(first, second)) return false
  const isRightAngle = second.across * third.across + second.down * third.down === 0
  // A diagonal down to the 0 is a right angle anyway.
  const isColumnToZero = c !== 0 && d === 0 && second.down === 1
  return isSame(second, third) || isColumnToZero || (isToNeighbor(third) && isRightAngle)
}
const isLine = (keys: number[]) => isHook(keys) || isHook(keys.toReversed())

/** In both orders of day and month. */
const datePins = new Set(Object.keys(known.dates).flatMap((date) => [date, date.slice(2) + date.slice(0, 2)]))

const keysOfLetters = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']
const keyOf = (letter: string) => 2 + keysOfLetters.findIndex((letters) => letters.includes(letter))
const wordPins = new Set(known.words.map((word) => word.split('').map(keyOf).join('')))

export function findPinWeakness(pin: string): PinWeakness | null {
  const digits = pin.split('').map(Number)
  if (new Set(digits).size === 1) return 'same_digits'
  if (isPairs(digits)) return 'pairs'
  if (isRun(digits)) return 'run'
  if (Object.hasOwn(known.famous, pin)) return 'famous'
  if (isNearZero(pin)) return 'zeros'
  if (isYear(pin)) return 'year'
  if (isRectangle(digits) || isDiamond(digits) || isLine(digits)) return 'keypad'
  if (datePins.has(pin)) return 'date'
  return wordPins.has(pin) ? 'word' : null
}

export const pinLength = 4

/** The digits of a text, full-width ones of Asian keyboards included: "12 34" gives "1234". */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/**
 * The PIN after box `position` received `text`: one digit, several (a paste, a password manager), or nothing (deleted).
 * Boxes fill from the left without gaps, so the PIN is a string of 0 to 4 digits.
 */
export const enterDigits = (pin: string, position: number, text: string): string => {
  const received = digitsOf(text)
  const old = pin[position] ?? ''
  const isOldWithOneMore = old !== '' && received.length === 2
  const entered = isOldWithOneMore ? received.replace(old, '') : received
  if (entered === '' && text !== '') return pin
  const rest = entered === '' ? pin.slice(position + 1) : pin.slice(position + entered.length)
  return (pin.slice(0, position) + entered + rest).slice(0, pinLength)
}

/** The PIN after Backspace in box `position`: its own digit goes, or the one before when it is empty. */
export const eraseDigit = (pin: string, position: number): string => {
  const target = position < pin.length ? position : pin.length - 1
  return target < 0 ? pin : pin.slice(0, target) + pin.slice(target + 1)
}

import { storedValue } from './stored-value.ts'

/** The token that lets a visitor without a session set the PIN of an account. Never part of an address. */
type PinSetup = { email: string; token: string }

const stored = storedValue('pin_setup', 'tab')

const isPinSetup = (value: unknown): value is PinSetup =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  typeof value.email === 'string' &&
  'token' in value &&
  typeof value.token === 'string'

const read = (): PinSetup | null => {
  try {
    const value: unknown = JSON.parse(stored.read() ?? 'null')
    return isPinSetup(value) ? value : null
  } catch {
    return null
  }
}

export const pinSetup = {
  /** Keeps a token of the paid checkout or the restore mail, only in this tab. */
  keep: (setup: PinSetup): void => stored.write(JSON.stringify(setup)),
  /** The token for an address, or null. */
  tokenFor: (email: string): string | null => {
    const setup = read()
    return setup?.email === email.trim().toLowerCase() ? setup.token : null
  },
  forget: stored.remove,
}

import { storedValue } from './stored-value.ts'

/** What the e-mail step leaves for the checkout: the registered address, and the token that proves it. */
export type Registration = { email: string; registrationToken: string }

/** Ends with the tab, because the token identifies a person. */
const stored = storedValue('registration', 'tab')

const isRegistration = (value: unknown): value is Registration =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  typeof value.email === 'string' &&
  'registrationToken' in value &&
  typeof value.registrationToken === 'string'

const readStored = (): Registration | null => {
  try {
    const value: unknown = JSON.parse(stored.read() ?? 'null')
    return isRegistration(value) ? value : null
  } catch {
    return null
  }
}

export const registration = {
  read: readStored,
  write: (made: Registration): void => stored.write(JSON.stringify(made)),
  clear: stored.remove,
}

/** The e-mail that a screen has left with an entry of the browser's history, or ''. @param state of the location */
export const emailOfEntry = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''

/** The database cannot be opened and a person must do something. The message is one line that says what: print it alone, without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/**
 * Whether the database can store and compare a text: PostgreSQL rejects NUL, and a lone surrogate has no UTF-8 form. Requests are checked when they arrive, and again
 * wherever a text in them is decoded a second time, because a decoder makes new characters.
 */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

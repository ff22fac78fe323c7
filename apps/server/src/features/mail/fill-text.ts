const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it may stand in HTML, between tags or inside quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')

/**
 * Puts values where the text says `{{name}}`. A value is one line: line ends and other control characters become blanks, so
 * that it can neither begin a header nor look like a paragraph of ours.
 * @throws when the text names a value that is not given
 */
export const fillText = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the mail needs a value for ${name}`)
    return value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  })

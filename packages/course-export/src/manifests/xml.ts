const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML 1.0 can't hold, even escaped. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Text for an element or a quoted attribute. */
export function xml(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? '')
}

/** An XML name: begins with a letter and has no other characters than letters, digits, `-` and `_`. */
export function xmlId(...parts: string[]): string {
  return `k-${parts.join('-')}`.replaceAll(/[^A-Za-z0-9_-]/g, '-')
}

export const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>\n'

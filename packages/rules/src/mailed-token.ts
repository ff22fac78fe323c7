/**
 * A token from a link. Mail programs and people take a full stop, a bracket or a quotation mark behind a link for a part of it; no
 * token of ours ends with one.
 */
export function mailedToken(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+$/, '')
}

/** The key code that browsers give to a key press which an input method has used up. */
const usedByInputMethod = 229

/**
 * Whether a key press is Enter, and not the Enter that confirms a composition (Japanese, Korean, Chinese …). Safari ends the
 * composition before it tells about the key, so that only the old key code shows whose it was.
 */
export function isEnter({
  key,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>): boolean {
  return key === 'Enter' && !isComposing && keyCode !== usedByInputMethod
}

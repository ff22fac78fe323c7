/** Full-width marks bring their own space: Japanese has no blank after them. */
const endsWide = /[。！？」』）]$/u

/** Puts sentences one after another, with a blank where the language has one. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce(
    (text, sentence) => (text === '' || endsWide.test(text) ? `${text}${sentence}` : `${text} ${sentence}`),
    '',
  )

import type { ReadText } from '../text/read-text.ts'

const fewestWords = 6
const mostRestated = 0.75

/** Whether a prompt is hardly more than the words of the tip or of the points in a row: it names what was asked for and says nothing. */
export function restatesTask(prompt: ReadText, points: ReadText): boolean {
  const { words, content } = prompt
  if (prompt.language !== points.language || prompt.language === 'ja' || words.length < fewestWords) return false
  const known = new Set(points.words)
  const restated = words.filter((word) => known.has(word)).length / words.length
  return restated >= mostRestated && [...content].filter((stem) => !points.content.has(stem)).length <= words.length / 5
}

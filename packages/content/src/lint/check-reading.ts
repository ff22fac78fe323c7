import { countLetters, countWords, listSentences, plainText } from '../reading-time.ts'
import { type Finding, warning } from './finding.ts'
import type { Piece } from './pieces.ts'

const longestSentence = 20
const longestMean = 14
/** Share of words of ten letters and more. */
const mostLongWords = 0.16

const passive = /\b(?:is|are|was|were|been|being|be)\s+(?:\w+ly\s+)?\w+(?:ed|en)\b/gi

function checkSize(piece: Piece, text: string): Finding[] {
  const isCounted = piece.language === 'ja' || piece.language === 'ko'
  const [size, least, most, unit] = isCounted
    ? [countLetters(text), 140, 320, 'characters']
    : [countWords(text), 60, 120, 'words']
  if (size >= least && size <= most) return []
  return [warning(piece, `The fragment has ${size} ${unit}`, `One idea takes ${least} to ${most}`)]
}

/** Rules 7 and 9: size of a fragment, sentence length, long words, passive voice (English). */
export function checkReading(piece: Piece): Finding[] {
  if (piece.key !== 'body') return []
  const text = plainText(piece.text)
  const findings = checkSize(piece, text)
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const sentences = listSentences(text)
  if (piece.language === 'ja' || piece.language === 'ko' || words.length < 30) return findings
  for (const sentence of sentences.filter((sentence) => countWords(sentence) > longestSentence))
    findings.push(
      warning(
        piece,
        `A sentence has ${countWords(sentence)} words: "${sentence.slice(0, 60)}…"`,
        `At most ${longestSentence}`,
      ),
    )
  const mean = countWords(text) / Math.max(sentences.length, 1)
  if (mean > longestMean)
    findings.push(warning(piece, `Sentences have ${mean.toFixed(1)} words on average`, `At most ${longestMean}`))
  const long = words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= 10).length / words.length
  if (long > mostLongWords)
    findings.push(warning(piece, `${Math.round(long * 100)} % of the words are long`, 'Use shorter ones'))
  const passives = piece.language === 'en' ? (text.match(passive)?.length ?? 0) : 0
  if (passives > 3 && passives / sentences.length > 0.25)
    findings.push(warning(piece, `${passives} of ${sentences.length} sentences are passive`, 'Say who does it'))
  return findings
}

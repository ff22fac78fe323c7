import { countLetters, countWords, listSentences, plainText } from '@kitewise/content/reading-time'
import type { Block, ContentSource, LessonWordsSource } from '@kitewise/content/source'
import { type Finding, warning, listLessons, type Piece } from './pieces.ts'

const allOrNone = /\b(?:all|none|both) of (?:the above|these|them)\b/i
const negative = /\b(?:not|never|except|n't|isn't|doesn't|don't|can't|shouldn't)\b/i
const widestRatio = 1.6

function checkQuestion(words: LessonWordsSource, block: Block): Finding[] {
  const { file, language } = words
  const options = [...block.entries].filter(([key]) => /^[a-d]$/.test(key))
  const at = { file, line: block.line }
  const findings: Finding[] = []
  const sizes = options.map(([, { text }]) => countLetters(text))
  const ratio = Math.max(...sizes) / Math.max(Math.min(...sizes), 1)
  if (ratio > widestRatio && Math.max(...sizes) - Math.min(...sizes) > 8)
    findings.push(
      warning(
        at,
        `The longest option is ${ratio.toFixed(1)} times the shortest`,
        `Make them alike: at most ${widestRatio}`,
      ),
    )
  const question = block.entries.get('question')
  if (language !== 'en') return findings
  if (question && negative.test(question.text))
    findings.push(
      warning({ file, line: question.line }, 'The question has a negative', 'Ask for what is, not for what is not'),
    )
  for (const [key, { text, line }] of options)
    if (allOrNone.test(text))
      findings.push(warning({ file, line }, `Option ${key} is "${text}"`, 'Give each option its own claim'))
  for (const [key, { text, line }] of block.entries) {
    const count = countWords(text)
    if (key.endsWith('.feedback') && (count < 8 || count > 25))
      findings.push(warning({ file, line }, `${key} has ${count} words`, 'Feedback explains in 8 to 25'))
  }
  return findings
}

/** Rules 4 and 5: options of similar length, no "all of the above", no negatives, feedback that explains. */
export function checkQuestions(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ lesson }) =>
    lesson.words.flatMap((words) =>
      words.fragments
        .flatMap((fragment) => fragment.blocks.filter((block) => block.kind === 'quiz'))
        .flatMap((block) => checkQuestion(words, block)),
    ),
  )
}

const longestSentence = 20
const longestMean = 14
/** Share of words with ten letters or more. */
const mostLongWords = 0.16

const passive = /\b(?:is|are|was|were|been|being|be)\s+(?:\w+ly\s+)?\w+(?:ed|en)\b/gi

/** Rule 9: sentence length, long words, passive voice (English). */
export function checkReading(piece: Piece): Finding[] {
  if (piece.key !== 'body') return []
  const text = plainText(piece.text)
  const findings: Finding[] = []
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

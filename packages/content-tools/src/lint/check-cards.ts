import { countLetters, countWords, plainText } from '@kitewise/content/reading-time'
import type { ContentSource, LessonSource, LessonWordsSource, Located } from '@kitewise/content/source'
import { error, type Finding, listLessons } from './pieces.ts'

/** Words per card, or letters in Japanese and Korean. */
const longestCard = { words: 70, letters: 190 }
/** Words of text per interaction. */
const mostPerInteraction = 90
const firstInteractionWithin = 60

type Card = { text: string; line: number }

/** The cards of a fragment, each with its first line in the file. */
function listCards({ text, line }: Located): Card[] {
  const cards: Card[] = []
  let lines: string[] = []
  let start = line
  for (const [index, own] of [...text.split('\n'), '---'].entries()) {
    if (own !== '---') lines.push(own)
    else {
      if (lines.some((one) => one.trim() !== '')) cards.push({ text: lines.join('\n'), line: start })
      lines = []
      start = line + index + 1
    }
  }
  return cards
}

const isCounted = (language: string) => language === 'ja' || language === 'ko'

function checkCardSizes({ file, language, fragments }: LessonWordsSource): Finding[] {
  return fragments.flatMap(({ body }) =>
    listCards(body).flatMap(({ text, line }) => {
      const plain = plainText(text)
      const [size, most, unit] = isCounted(language)
        ? [countLetters(plain), longestCard.letters, 'characters']
        : [countWords(plain), longestCard.words, 'words']
      if (size <= most) return []
      return [error({ file, line }, `The card has ${size} ${unit}`, `At most ${most}: split it with a line ---`)]
    }),
  )
}

/** Enough to do, and soon: learners read at most 90 words between two interactions, and 60 before the first. */
function checkInteractions(lesson: LessonSource, words: LessonWordsSource): Finding[] {
  const { file, fragments } = words
  const count = lesson.neutral.fragments.reduce((sum, { practices = [] }) => sum + practices.length, 0)
  const bodies = fragments.map(({ body }) => body.text).join('\n\n')
  const total = countWords(plainText(bodies))
  const at = { file, line: fragments[0]?.line ?? 1 }
  const findings: Finding[] = []
  if (total / Math.max(count, 1) > mostPerInteraction) {
    const fix = `At most ${mostPerInteraction}: add exercises or cut text`
    findings.push(error(at, `${total} words, ${count} interactions: ${Math.round(total / count)} words for each`, fix))
  }
  const before = countWords(plainText(bodies.split('[PRACTICE_')[0] ?? ''))
  if (before > firstInteractionWithin) {
    const fix = `Give the learner something to do within ${firstInteractionWithin}`
    findings.push(error(at, `${before} words before the first interaction`, fix))
  }
  return findings
}

const quote = /^> ?/
const speaker = /^> \*\*[^*]+[:：]\*\*/

/** Each quotation says who speaks, because it is drawn as a chat bubble. */
function checkSpeakers({ file, fragments }: LessonWordsSource): Finding[] {
  return fragments.flatMap(({ body }) => {
    const lines = body.text.split('\n')
    return lines.flatMap((line, index) => {
      const isFirst = quote.test(line) && !quote.test(lines[index - 1] ?? '')
      if (!isFirst || speaker.test(line)) return []
      return [error({ file, line: body.line + index }, 'The quotation has no speaker', 'Begin it with > **Name:**')]
    })
  })
}

export function checkCards(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ lesson }) =>
    lesson.words.flatMap((words) => [
      ...checkCardSizes(words),
      ...(words.language === source.locales.fallback ? checkInteractions(lesson, words) : []),
      ...checkSpeakers(words),
    ]),
  )
}

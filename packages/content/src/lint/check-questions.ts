import { countLetters, countWords } from '../reading-time.ts'
import type { Block, ContentSource, LessonWordsSource } from '../source.ts'
import { type Finding, warning } from './finding.ts'
import { listLessons } from './pieces.ts'

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

/** Rules 4 and 5: options alike in length, no "all of the above", no negatives, feedback that explains. */
export function checkQuestions(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ lesson }) =>
    lesson.words.flatMap((words) =>
      words.fragments
        .flatMap((fragment) => fragment.blocks.filter((block) => block.kind === 'quiz'))
        .flatMap((block) => checkQuestion(words, block)),
    ),
  )
}

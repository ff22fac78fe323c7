import type { ContentSource, QuizSource } from '../source.ts'
import { error, type Finding, warning } from './finding.ts'
import { listQuizPieces, type Piece } from './pieces.ts'

/** Characters that fit on a small phone without scrolling past the button. */
const longest = { title: 90, text: 180, information: 420, option: 70 }

/** Words that press, shame or promise. English; translators keep to the English text. */
const pressure =
  /\b(?:hurry|last chance|only today|today only|limited|don['’]t miss|miss(?:ing)? out|falling behind|left behind|guarantee[ds]?|secret|instantly|effortless(?:ly)?|everyone else|you should be ashamed)\b/i

function longestOf(piece: Piece, informationLines: ReadonlySet<number>): number {
  if (piece.key === 'title') return longest.title
  if (piece.key !== 'text') return longest.option
  return informationLines.has(piece.line) ? longest.information : longest.text
}

function checkQuiz(quiz: QuizSource): Finding[] {
  const information = new Set(quiz.neutral.steps.filter((step) => step.kind === 'information').map((step) => step.id))
  return quiz.words.flatMap((words) => {
    const lines = [...words.steps].flatMap(([id, block]) =>
      information.has(id) ? [block.entries.get('text')?.line ?? 0] : [],
    )
    return listQuizPieces(words).flatMap((piece) => checkPiece(piece, new Set(lines)))
  })
}

function checkPiece(piece: Piece, informationLines: ReadonlySet<number>): Finding[] {
  const findings: Finding[] = []
  const most = longestOf(piece, informationLines)
  if (piece.text.length > most)
    findings.push(error(piece, `${piece.key} has ${piece.text.length} characters`, `At most ${most} fit a phone`))
  const [word] = (piece.language === 'en' && pressure.exec(piece.text)) || []
  if (word) findings.push(warning(piece, `${piece.key} presses: "${word}"`, 'Say what is true and let people decide'))
  return findings
}

/** Texts of onboarding quizzes fit a phone and press nobody. */
export function checkQuizTexts(source: ContentSource): Finding[] {
  return source.quizzes.flatMap(checkQuiz)
}

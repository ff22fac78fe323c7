import type { Evaluation, Gate } from '@kitewise/contract/entities'
import { evaluatePrompt, type Evaluation as EmbeddedEvaluation } from '@kitewise/evaluator/evaluate-prompt'
import { detectLanguage } from '@kitewise/evaluator/detect-language'
import { foldText } from '@kitewise/evaluator/fold-text'
import { lexiconLanguage } from '@kitewise/evaluator/lexicon-languages'
import type { RubricWithWords } from '@kitewise/evaluator/rubric'
import { passMark, scoreCriteria, type Met, type Score } from '@kitewise/evaluator/score'
import type { JudgeRequest } from '../port.ts'
import type { ModelAnswer } from './answer.ts'
import { cleanText } from './clean-text.ts'

const longestComment = 1_000
const longestPrompt = 4_000
const farApart = 2

export type Combined = { evaluation: Evaluation; modelScore: Score; disagrees: boolean }

const flat = (text: string) => foldText(text).replace(/\s+/g, ' ').trim()

/** A verdict counts only with words of the learner as its proof. A criterion the model left out keeps the embedded verdict. */
function provenCriteria(answer: ModelAnswer, embedded: EmbeddedEvaluation, prompt: string): { id: string; met: Met }[] {
  const said = flat(prompt)
  return embedded.criteria.map(({ id, met }) => {
    const verdict = answer.criteria.find((candidate) => candidate.id === id)
    if (!verdict) return { id, met }
    const quote = flat(verdict.quote)
    return { id, met: quote.length > 1 && said.includes(quote) ? verdict.met : 0 }
  })
}

function meanOf(left: Met, right: Met): Met {
  return (Math.floor(left + right) / 2) as Met
}

function flagOf(answer: ModelAnswer): Gate | null {
  if (answer.to_grader) return 'injection'
  return answer.offtopic ? 'offtopic' : null
}

function speaks(language: string, text: string): boolean {
  return text !== '' && detectLanguage(text, lexiconLanguage(language)) === lexiconLanguage(language)
}

function usableRecommendation(request: JudgeRequest, answer: ModelAnswer): string | null {
  const prompt = cleanText(answer.recommendedPrompt, longestPrompt)
  if (!speaks(request.language, prompt)) return null
  return evaluatePrompt({ ...request, prompt }).pass ? prompt : null
}

/**
 * Adds up a model's verdicts and checks them against the embedded evaluator's. Where both stand on the same side of the pass mark and
 * less than two points apart, the model's criteria and comment count; otherwise the mean of both verdicts, with the embedded comment.
 * What the embedded evaluator finds forbidden, or against the facts of the task, holds the score down whatever the model says.
 * A text that the model finds off topic or aimed at the grader gets 0: the lower of both.
 */
export function combine(
  request: JudgeRequest,
  rubric: RubricWithWords,
  embedded: EmbeddedEvaluation,
  answer: ModelAnswer,
): Combined {
  const { forbidden, contradictions } = embedded.trace
  const add = (criteria: { met: Met }[]) =>
    scoreCriteria(
      rubric.criteria.map((criterion, index) => ({ ...criterion, met: criteria[index]?.met ?? 0 })),
      { forbidden: forbidden.length > 0, contradicts: contradictions.length > 0 },
    )
  const proven = provenCriteria(answer, embedded, request.prompt)
  const modelScore = add(proven)
  const flag = flagOf(answer)
  const disagrees =
    flag !== null || modelScore > passMark !== embedded.pass || Math.abs(modelScore - embedded.score) >= farApart
  const criteria = disagrees
    ? proven.map(({ id, met }, index) => ({ id, met: meanOf(met, embedded.criteria[index]?.met ?? 0) }))
    : proven
  const comment = cleanText(answer.comment, longestComment)
  const score = flag ? 0 : add(criteria)
  return {
    evaluation: {
      score: String(score),
      comment: !disagrees && speaks(request.language, comment) ? comment : embedded.comment,
      recommendedPrompt: usableRecommendation(request, answer) ?? embedded.recommendedPrompt,
      evaluator: 'ai',
      criteria,
      gate: flag,
    },
    modelScore,
    disagrees,
  }
}

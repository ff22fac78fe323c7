import type { Gate } from '@kitewise/contract/entities'
import { contradictFacts, withoutContradicted } from './contradict-facts.ts'
import { creditOwnWords } from './derive/credit-own-words.ts'
import { findContradictions } from './derive/find-contradictions.ts'
import { deriveRubric } from './derive/derive-rubric.ts'
import { plansPrompt } from './derive/plans-prompt.ts'
import { addsNothing, restatesTask } from './derive/restates-task.ts'
import { commentTexts } from './feedback/comment-texts.ts'
import { findForm, formsOfFact } from './find-forms.ts'
import { recommendPrompt } from './feedback/recommend-prompt.ts'
import { writeComment } from './feedback/write-comment.ts'
import { findGate } from './gates/find-gate.ts'
import type { GateHit } from './gates/gate-input.ts'
import { lexiconLanguage, type LexiconLanguage } from './lexicon/lexicon-languages.ts'
import { meetCriteria } from './meet-criteria.ts'
import type { Finding } from './meet-criterion.ts'
import { metShare } from './met-share.ts'
import { remember } from './remember.ts'
import { readTexts, type Reading } from './read-texts.ts'
import type { RubricWithWords } from './rubric.ts'
import { passMark, scoreCriteria, type Met, type Score } from './score.ts'
import type { TaskWords } from './task-words.ts'
import { cutPrompt } from './text/cut-prompt.ts'
import { matchesAny } from './text/find-matches.ts'
import { readText } from './text/read-text.ts'

/** `rubric` null or absent: one is derived from the task's words. `language` is the learner's text set. */
export type EvaluationInput = { task: TaskWords; rubric?: RubricWithWords | null; prompt: string; language: string }

export type Evaluation = {
  score: Score
  pass: boolean
  gate: Gate | null
  criteria: { id: string; met: Met }[]
  /** At most 45 words, in the language asked for. */
  comment: string
  recommendedPrompt: string
  confidence: 'normal' | 'low'
  /** Every decision with the text that led to it, for support and tests. Holds the learner's words: not for logs. */
  trace: {
    gate: string | null
    found: { id: string; met: Met; found: string[] }[]
    contradictions: string[]
    forbidden: string[]
  }
}

const mostTasks = 200
const derivedRubrics = remember<RubricWithWords>(mostTasks)

function deriveOnce(task: TaskWords, language: string, promptLanguage: LexiconLanguage): RubricWithWords {
  const key = JSON.stringify([language, promptLanguage, task.title, task.description, task.fullDescription, task.tip])
  return derivedRubrics(key, () => deriveRubric(task, language, promptLanguage))
}

type Verdict = { score: Score; hit: GateHit | null; findings: Finding[]; contradictions: string[]; forbidden: string[] }

const aimedElsewhere: ReadonlySet<Gate> = new Set<Gate>(['gibberish', 'offtopic', 'injection'])

function gateScore(hit: GateHit, reading: Reading, earned: Score): Score {
  if (reading.prompt.words.length === 0) return 0
  if (hit.gate === 'injection') return earned >= 3 ? 1 : 0
  return aimedElsewhere.has(hit.gate) ? 0 : 1
}

const atMost = (score: Score, most: Score): Score => (score > most ? most : score)

/** The points of a derived rubric in a row, without a request around them. */
function findRestated(reading: Reading, task: TaskWords, rubric: RubricWithWords): GateHit | null {
  const points = [task.tip ?? '', ...Object.values(rubric.words.criteria).map(({ hint }) => hint)]
  const restated = restatesTask(reading.prompt, readText(points.join('. '), reading.task.language))
  if (restated) return { gate: 'keywords', evidence: 'the points of the task' }
  return plansPrompt(reading.prompt, reading.task) ? { gate: 'copy', evidence: 'a plan of a prompt' } : null
}

/** Concepts that the rubric forbids, and facts that it wants hidden, which the prompt has all the same. */
function findForbidden({ prompt }: Reading, rubric: RubricWithWords): string[] {
  const { concepts } = prompt.lexicon
  const hidden = (rubric.hide ?? []).filter((id) =>
    formsOfFact(rubric, id, prompt.language).some((form) => findForm(prompt, form).length > 0),
  )
  return [...(rubric.forbid ?? []).filter((concept) => matchesAny(prompt, concepts[concept].cues)), ...hidden]
}

function judge(reading: Reading, task: TaskWords, rubric: RubricWithWords, derived: boolean): Verdict {
  const met = meetCriteria(reading, rubric)
  const said = derived ? creditOwnWords(met, rubric, reading.prompt, reading.task) : met
  const wrong = derived ? [] : contradictFacts(reading, rubric)
  const findings = withoutContradicted(said, wrong, rubric)
  const authorShare = derived ? undefined : metShare(rubric.criteria, said)
  const hit = findGate({ ...reading, rubric, authorShare }) ?? (derived ? findRestated(reading, task, rubric) : null)
  const contradictions = derived
    ? findContradictions(reading.prompt, rubric, reading.sameLanguage)
    : wrong.map(({ found }) => found)
  const forbidden = findForbidden(reading, rubric)
  const scored = rubric.criteria.map((criterion, index) => ({ ...criterion, met: findings[index]?.met ?? 0 }))
  const counted = scoreCriteria(scored, { contradicts: contradictions.length > 0, forbidden: forbidden.length > 0 })
  const earned = derived && addsNothing(reading.prompt, reading.task) ? atMost(counted, passMark) : counted
  return { score: hit ? gateScore(hit, reading, earned) : earned, hit, findings, contradictions, forbidden }
}

function commentKey({ hit, forbidden }: Verdict, empty: boolean) {
  if (empty) return 'empty'
  if (hit) return hit.gate
  return forbidden.length > 0 ? 'forbidden' : null
}

/**
 * Scores a learner's prompt against the rubric of its task, or against one derived from the task's words. Pure and deterministic;
 * the same input gives the same answer. Integers 0 to 5, above 3 passes. Says what it found and did not find, never that it understood.
 */
export function evaluatePrompt(input: EvaluationInput): Evaluation {
  const whole = input.prompt.trim()
  const original = cutPrompt(whole)
  const reading = readTexts(input.task, original, input.language)
  const rubric = input.rubric ?? deriveOnce(input.task, input.language, reading.prompt.language)
  const derived = !input.rubric
  const verdict = judge(reading, input.task, rubric, derived)
  const { score, hit, findings } = verdict
  const texts = commentTexts[lexiconLanguage(input.language)]
  const weak = findings.filter((finding) => finding.met === 0.5).length
  const confidence = derived || !reading.sameLanguage || weak > findings.length / 3 ? 'low' : 'normal'
  const isFull = (prompt: string) =>
    (score === 5 && (prompt === original || prompt === `${original}.`)) ||
    judge(readTexts(input.task, prompt, input.language), input.task, rubric, derived).score === 5
  const usable = hit === null && reading.sameLanguage
  const gate = commentKey(verdict, original === '')
  return {
    score,
    pass: score > passMark,
    gate: hit?.gate ?? null,
    criteria: findings.map(({ id, met }) => ({ id, met })),
    comment: writeComment({
      texts,
      rubric,
      findings,
      original,
      score,
      gate,
      unsure: confidence === 'low',
      cut: original.length < whole.length,
    }),
    recommendedPrompt: recommendPrompt(
      { texts, rubric, task: input.task, findings, original, language: reading.prompt.language, usable },
      isFull,
    ),
    confidence,
    trace: {
      gate: hit && `${hit.gate}: ${hit.evidence}`,
      found: findings.map(({ id, met, found }) => ({ id, met, found })),
      contradictions: verdict.contradictions,
      forbidden: verdict.forbidden,
    },
  }
}

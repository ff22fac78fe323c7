import { measureAgreement, type Agreement, type Labelled } from '../measure-agreement.ts'
import type { RubricSource, ScoredLine } from './scored-line.ts'

type Target = {
  measure: string
  of: (agreement: Agreement) => number
  /** The value must not be below `least`, or not above `most`. */
  least?: number
  most?: number
}

export type Verdict = { measure: string; value: number; wanted: string; reached: boolean }

const nearMissShare = ({ nearMisses, nearMissPasses }: Agreement) =>
  nearMisses === 0 ? 0 : nearMissPasses / nearMisses

function targets(goal: { accuracy: number; kappa: number; recall: number; short: number; near: number }): Target[] {
  return [
    { measure: 'accuracy', of: ({ accuracy }) => accuracy, least: goal.accuracy },
    { measure: 'QWK', of: ({ weightedKappa }) => weightedKappa, least: goal.kappa },
    { measure: 'recall of good', of: ({ recall }) => recall, least: goal.recall },
    { measure: 'recall of short good', of: ({ shortRecall }) => shortRecall, least: goal.short },
    { measure: 'adversarial passes', of: ({ adversarialPasses }) => adversarialPasses, most: 0 },
    { measure: 'share of near misses passed', of: nearMissShare, most: goal.near },
  ]
}

const bySource: Record<RubricSource, Target[]> = {
  author: targets({ accuracy: 0.9, kappa: 0.85, recall: 0.88, short: 0.85, near: 0.15 }),
  derived: targets({ accuracy: 0.82, kappa: 0.8, recall: 0.75, short: 0.65, near: 0.3 }),
}

const leastInOneLanguage = 0.85

const judge = (pairs: readonly Labelled[], targets: readonly Target[]): Verdict[] => {
  const agreement = measureAgreement(pairs)
  return targets.map(({ measure, of, least, most }) => {
    const value = of(agreement)
    const reached = value >= (least ?? -Infinity) && value <= (most ?? Infinity)
    return { measure, value, wanted: least === undefined ? `≤ ${most}` : `≥ ${least}`, reached }
  })
}

/** What a part is held against: all targets, or only that no deception passes. */
export type TargetScope = 'all' | 'deception'

/**
 * Holds measured lines of one part of a file against the targets for their rubrics. A derived rubric for a task of our courses, which has its
 * author's, is held only against deceptions (`scope`). Sources: docs/decisions/0155, 0166.
 */
export function judgeTargets(pairs: readonly Labelled[], rubric: RubricSource, scope: TargetScope = 'all'): Verdict[] {
  return judge(
    pairs,
    bySource[rubric].filter(({ measure }) => scope === 'all' || measure === 'adversarial passes'),
  )
}

/** Only what the product uses, or a holder of unknown tasks would measure, has to reach all targets. */
export function targetScope({ file, rubric }: Pick<ScoredLine, 'file' | 'rubric'>): TargetScope {
  return rubric === 'derived' && file === 'course-prompts' ? 'deception' : 'all'
}

/**
 * Holds each language of all parts together against its own target, which exists for authors' rubrics alone. Fresh lines are left
 * out: some 16 for a language are too few for a target, and these are never added to lines that were measured while tuning.
 */
export function judgeLanguages(pairs: readonly (Labelled & Pick<ScoredLine, 'part'>)[]): Verdict[] {
  const halves = pairs.filter(({ part }) => part !== 'fresh' && part !== 'unseen')
  const languages = [...new Set(halves.map(({ language }) => language))].sort()
  return languages.flatMap((language) =>
    judge(
      halves.filter((pair) => pair.language === language),
      [{ measure: `accuracy in ${language}`, of: ({ accuracy }) => accuracy, least: leastInOneLanguage }],
    ),
  )
}

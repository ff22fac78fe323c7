import type { PracticeFile } from '../format/lesson-file.ts'

export type BlockKeys = { kind: 'quiz' | 'prompt'; needed: string[]; allowed: string[] }

/** Which keys the block of a practice must and may have. */
export function listPracticeKeys(practice: PracticeFile): BlockKeys {
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    const options = practice.options.flatMap((option) => [option, `${option}.feedback`])
    return { kind: 'quiz', needed: ['question', 'hint', ...options, 'correct', 'wrong'], allowed: [] }
  }
  const own = practice.points.map(({ id }) => `point.${id}`)
  const needed = own.flatMap((key) => [key, `${key}.hint`, `${key}.add`, `${key}.answer`, `${key}.without`])
  const perKind = practice.points.flatMap(({ id, kind }) => {
    if (kind === 'idea') return [`point.${id}.phrases`]
    if (kind === 'fact') return [`point.${id}.value`]
    return kind === 'withhold' ? [`point.${id}.value`, `point.${id}.instead`] : []
  })
  const common = ['title', 'description', 'full', 'tip', 'model']
  return { kind: 'prompt', needed: [...common, ...needed, ...perKind], allowed: ['answer', 'followUp'] }
}

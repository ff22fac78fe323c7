import type { PracticeFile } from '../format/lesson-file.ts'

export type BlockKeys = { kind: 'quiz' | 'prompt'; needed: string[]; allowed: string[] }

/** Which keys the block of a practice must and may have. */
export function listPracticeKeys(practice: PracticeFile): BlockKeys {
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    const options = practice.options.flatMap((option) => [option, `${option}.feedback`])
    return { kind: 'quiz', needed: ['question', 'hint', ...options, 'correct', 'wrong'], allowed: [] }
  }
  const { criteria, facts = {} } = practice.rubric
  const own = criteria.map((criterion) => `criterion.${criterion.id}`)
  const needed = ['title', 'description', 'full', 'tip', 'model', ...own]
  const extra = own.flatMap((key) => [`${key}.add`, `${key}.near`, `${key}.re`])
  const forms = Object.entries(facts).map(([id, fact]) => ({
    key: `fact.${id}`,
    hasForms: Boolean(fact.forms?.length),
  }))
  needed.push(...forms.filter((form) => !form.hasForms).map((form) => form.key))
  return { kind: 'prompt', needed, allowed: [...extra, ...forms.map((form) => form.key)] }
}

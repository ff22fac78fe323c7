import type { Probe, RubricWords } from '@kitewise/evaluator/rubric'
import type { CatalogPractice, PromptWords, QuizWords } from './catalog.ts'
import type { ElsewhereFile } from './format/elsewhere-file.ts'
import type { PracticeFile, PromptFile, QuizFile } from './format/lesson-file.ts'
import type { Block } from './reading/source.ts'

export type LanguageBlocks = { language: string; blocks: Block[] }

const text = (block: Block, key: string) => block.entries.get(key)?.text ?? ''

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function buildQuizWords(quiz: QuizFile, block: Block): QuizWords {
  const options = quiz.options.map((id) => [id, { text: text(block, id), feedback: text(block, `${id}.feedback`) }])
  return {
    question: text(block, 'question'),
    hint: text(block, 'hint'),
    options: Object.fromEntries(options),
    correct: text(block, 'correct'),
    wrong: text(block, 'wrong'),
  }
}

/** The words of a rubric from the block of its task. */
export function buildRubricWords(prompt: PromptFile, block: Block): RubricWords {
  const { criteria, facts = {} } = prompt.rubric
  const own = criteria.map(({ id }) => {
    const at = (part: string) => block.entries.get(`criterion.${id}.${part}`)?.text
    const near = at('near')
    const words = {
      hint: text(block, `criterion.${id}`),
      add: at('add'),
      near: near && splitList(near),
      re: at('re')?.split('\n'),
    }
    return [id, Object.fromEntries(Object.entries(words).filter(([, value]) => value))]
  })
  const forms = Object.keys(facts).flatMap((id) => {
    const found = block.entries.get(`fact.${id}`)
    return found ? [[id, splitList(found.text)]] : []
  })
  return { criteria: Object.fromEntries(own), facts: Object.fromEntries(forms), model: text(block, 'model') }
}

/** Reads `pass: text` and `fail length, reader: text`. */
export function readProbes(block: Block | undefined): Probe[] {
  if (!block) return []
  return [...block.entries].map(([key, { text }]) => {
    const [, expect, missing] = /^(pass|fail)?\s*([^#]*)#/.exec(key) ?? []
    const list = splitList(missing ?? '')
    return { text, expect: expect === 'pass' ? 'pass' : 'fail', ...(list.length > 0 && { missing: list }) }
  })
}

function buildPromptWords(prompt: PromptFile, block: Block, probes: Block | undefined, isFirst: boolean): PromptWords {
  return {
    title: text(block, 'title'),
    description: text(block, 'description'),
    full: text(block, 'full'),
    tip: text(block, 'tip'),
    rubric: buildRubricWords(prompt, block),
    probes: [...(isFirst ? (prompt.rubric.probes ?? []) : []), ...readProbes(probes)],
  }
}

/** Joins the structure of a practice with its words. The first of `sources` is the fallback language. */
export function buildPractice(
  fragmentId: string,
  practice: PracticeFile,
  sources: LanguageBlocks[],
  elsewhere: ElsewhereFile,
): CatalogPractice {
  const id = `${fragmentId}.${practice.id}`
  const found = sources.flatMap(({ language, blocks }, index) => {
    const block = blocks.find((block) => block.id === practice.id && block.kind !== 'probes')
    const probes = blocks.find((block) => block.id === practice.id && block.kind === 'probes')
    return block ? [{ language, block, probes, isFirst: index === 0 }] : []
  })
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    const { type, options, correct, recalls = null } = practice
    const words = new Map(found.map(({ language, block }) => [language, buildQuizWords(practice, block)]))
    return { id, type, isRequired: practice.required, recalls, options, correct, words }
  }
  const words = new Map(
    found.map(({ language, block, probes, isFirst }) => [language, buildPromptWords(practice, block, probes, isFirst)]),
  )
  const place = id.split('.').slice(-2).join('.')
  return {
    id,
    type: practice.type,
    isRequired: practice.required,
    recalls: null,
    rubric: practice.rubric,
    elsewhere: elsewhere[place] ?? {},
    words,
  }
}

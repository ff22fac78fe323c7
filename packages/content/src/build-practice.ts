import type { PointTexts, TaskTexts } from '@kitewise/evaluator/task'
import { buildExerciseTexts, listSlots } from './build-exercise.ts'
import type { CatalogPractice, ChoiceQuestionWords } from './catalog.ts'
import { isLightFile, type PracticeFile, type PromptFile, type ChoiceQuestionFile } from './file-format.ts'
import type { Block } from './source.ts'

export type LanguageBlocks = { language: string; blocks: Block[] }

const text = (block: Block, key: string) => block.entries.get(key)?.text ?? ''

function buildChoiceQuestionWords(quiz: ChoiceQuestionFile, block: Block): ChoiceQuestionWords {
  const options = quiz.options.map((id) => [id, { text: text(block, id), feedback: text(block, `${id}.feedback`) }])
  return {
    question: text(block, 'question'),
    hint: text(block, 'hint'),
    options: Object.fromEntries(options),
    correct: text(block, 'correct'),
    wrong: text(block, 'wrong'),
  }
}

/** Splits `one; two | second form; three`. */
export const splitList = (value: string, separator: string): string[] =>
  value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `one | another form; two`: items, each with its forms. */
const splitGroups = (value: string): string[][] => splitList(value, ';').map((forms) => splitList(forms, '|'))

/** Missing keys become empty. */
function buildPointTexts(block: Block, id: string): PointTexts {
  const at = (part: string) => block.entries.get(`point.${id}.${part}`)?.text
  const { phrases, value, instead } = { phrases: at('phrases'), value: at('value'), instead: at('instead') }
  return {
    name: text(block, `point.${id}`),
    hint: at('hint') ?? '',
    add: at('add') ?? '',
    answer: at('answer') ?? '',
    without: at('without') ?? '',
    ...(phrases === undefined ? {} : { phrases: splitGroups(phrases) }),
    ...(value === undefined ? {} : { value: splitGroups(value) }),
    ...(instead === undefined ? {} : { instead }),
  }
}

export function buildTaskTexts({ points }: PromptFile, block: Block): TaskTexts {
  const own = (key: string) => block.entries.get(key)?.text
  const { answer, followUp, draft } = { answer: own('answer'), followUp: own('followUp'), draft: own('draft') }
  return {
    title: text(block, 'title'),
    description: text(block, 'description'),
    full: text(block, 'full'),
    tip: text(block, 'tip'),
    model: text(block, 'model'),
    points: Object.fromEntries(points.map(({ id }) => [id, buildPointTexts(block, id)])),
    ...(answer === undefined ? {} : { answer }),
    ...(followUp === undefined ? {} : { followUp }),
    ...(draft === undefined ? {} : { draft }),
  }
}

/** Joins a practice's structure with its texts. The first of `sources` is the fallback language. */
export function buildPractice(fragmentId: string, practice: PracticeFile, sources: LanguageBlocks[]): CatalogPractice {
  const id = `${fragmentId}.${practice.id}`
  const found = sources.flatMap(({ language, blocks }) => {
    const block = blocks.find((block) => block.id === practice.id)
    return block ? [{ language, block }] : []
  })
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    const { type, options, correct, recalls = null } = practice
    const words = new Map(found.map(({ language, block }) => [language, buildChoiceQuestionWords(practice, block)]))
    return { id, type, isRequired: practice.required, recalls, options, correct, words }
  }
  if (isLightFile(practice)) {
    const { type, recalls = null } = practice
    const words = new Map(found.map(({ language, block }) => [language, buildExerciseTexts(practice, block)]))
    return { id, type, isRequired: false, recalls, slots: listSlots(practice), words }
  }
  const words = new Map(found.map(({ language, block }) => [language, buildTaskTexts(practice, block)]))
  return { id, type: practice.type, isRequired: practice.required, recalls: null, points: practice.points, words }
}

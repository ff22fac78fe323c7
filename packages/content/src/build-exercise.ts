import type { Slots } from '@kitewise/rules/exercises'
import type { ExerciseTexts } from './catalog.ts'
import type { LightFile } from './file-format.ts'
import type { Block } from './source.ts'

/** The slots of an exercise: what can be chosen in each, and what is right. */
export function listSlots(practice: LightFile): Slots {
  switch (practice.type) {
    case 'REVEAL':
      return { choice: { options: practice.options, correct: practice.correct } }
    case 'SORT':
      return Object.fromEntries(
        Object.entries(practice.items).map(([item, group]) => [item, { options: practice.groups, correct: group }]),
      )
    case 'FILL_BLANKS':
      return Object.fromEntries(practice.blanks.map(({ id, options, correct }) => [id, { options, correct }]))
    case 'FIND_FLAW':
      return { part: { options: practice.parts, correct: practice.flaw } }
    default:
      return {
        better: { options: ['a', 'b'], correct: practice.better },
        because: { options: practice.reasons, correct: practice.because },
      }
  }
}

/** An exercise's texts in one language, in the order of its structure. */
export function buildExerciseTexts(practice: LightFile, block: Block): ExerciseTexts {
  const text = (key: string) => block.entries.get(key)?.text ?? ''
  const choice = (id: string, key = id) => ({ id, text: text(key) })
  const explained = (id: string) => ({ id, text: text(id), why: text(`${id}.why`) })
  const question = text('question')
  switch (practice.type) {
    case 'REVEAL':
      return { kind: 'reveal', question, options: practice.options.map((id) => choice(id)), reveal: text('reveal') }
    case 'SORT': {
      const groups = practice.groups.map((id) => choice(id, `group.${id}`))
      return { kind: 'sort', question, groups, items: Object.keys(practice.items).map(explained) }
    }
    case 'FILL_BLANKS': {
      const blanks = practice.blanks.map(({ id, options }) => ({
        id,
        options: options.map((option) => choice(option, `${id}.${option}`)),
        why: text(`${id}.why`),
      }))
      return { kind: 'blanks', question, text: text('text'), blanks }
    }
    case 'FIND_FLAW': {
      const parts = practice.parts.map((id) => ({
        ...explained(id),
        ...(id === practice.flaw && { why: text('why') }),
      }))
      return { kind: 'flaw', question, asked: text('asked'), parts }
    }
    default: {
      const reasons = practice.reasons.map((id) => choice(id))
      return { kind: 'better', question, options: [choice('a'), choice('b')], reasons, why: text('why') }
    }
  }
}

/** The keys of an exercise's block; all are required. */
export function listExerciseKeys(practice: LightFile): string[] {
  switch (practice.type) {
    case 'REVEAL':
      return ['question', ...practice.options, 'reveal']
    case 'SORT': {
      const items = Object.keys(practice.items).flatMap((id) => [id, `${id}.why`])
      return ['question', ...practice.groups.map((id) => `group.${id}`), ...items]
    }
    case 'FILL_BLANKS': {
      const blanks = practice.blanks.flatMap(({ id, options }) => [...options, 'why'].map((key) => `${id}.${key}`))
      return ['question', 'text', ...blanks]
    }
    case 'FIND_FLAW': {
      const parts = practice.parts.flatMap((id) => (id === practice.flaw ? [id] : [id, `${id}.why`]))
      return ['question', 'asked', ...parts, 'why']
    }
    default:
      return ['question', 'a', 'b', ...practice.reasons, 'why']
  }
}

/** The name of a light type's block: `:::reveal p1`. */
export const exerciseBlocks = {
  REVEAL: 'reveal',
  SORT: 'sort',
  FILL_BLANKS: 'blanks',
  FIND_FLAW: 'flaw',
  BETTER_OF_TWO: 'better',
} as const

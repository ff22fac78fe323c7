import { z } from 'zod'

/**
 * Light exercises: one tap or a few, never required, never blocking. An exercise has slots, and the learner puts one
 * choice into each: the group of an item, the words of a blank, the part that is wrong.
 */

export const lightTypes = ['REVEAL', 'SORT', 'FILL_BLANKS', 'FIND_FLAW', 'BETTER_OF_TWO'] as const

const id = z.string()
const choice = z.object({ id, text: z.string() })
const explainedChoice = choice.extend({ why: z.string() })

const common = {
  question: z.string(),
  /** What can be chosen in each slot, and what is right. */
  slots: z.record(z.string(), z.object({ options: z.array(id).readonly(), correct: id })),
}

/** Predict, then see. Slot: `choice`. A prediction is never called wrong. */
const reveal = z.object({ kind: z.literal('reveal'), ...common, options: z.array(choice), reveal: z.string() })

/** Put each item into a group. Slots: the item IDs. */
const sort = z.object({
  kind: z.literal('sort'),
  ...common,
  groups: z.array(choice),
  items: z.array(explainedChoice),
})

/** Complete a text. Slots: the blank IDs, which `text` contains in braces. */
const blanks = z.object({
  kind: z.literal('blanks'),
  ...common,
  text: z.string(),
  blanks: z.array(z.object({ id, options: z.array(choice), why: z.string() })),
})

/** Tap the wrong part of an assistant's answer to `asked`. Slot: `part`. */
const flaw = z.object({
  kind: z.literal('flaw'),
  ...common,
  asked: z.string(),
  parts: z.array(explainedChoice),
})

/** Choose the better text, then the reason. Slots: `better`, `because`. */
const better = z.object({
  kind: z.literal('better'),
  ...common,
  options: z.array(choice),
  reasons: z.array(choice),
  why: z.string(),
})

export const exercise = z.discriminatedUnion('kind', [reveal, sort, blanks, flaw, better])

export type Exercise = z.infer<typeof exercise>
export type ExerciseKind = Exercise['kind']
export type LightType = (typeof lightTypes)[number]

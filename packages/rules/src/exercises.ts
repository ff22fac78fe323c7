/**
 * A light exercise has slots, and an answer puts one choice into each: which group an item belongs to, which words fill
 * a blank. The answer is sent and stored as `slot:choice` pairs with spaces between them: `a:green b:red`.
 */

/** The choice per slot. */
export type Choices = Readonly<Record<string, string>>

/** The choices that each slot allows, and the right one. */
export type Slots = Readonly<Record<string, { options: readonly string[]; correct: string }>>

export function formatChoices(choices: Choices): string {
  return Object.entries(choices)
    .map(([slot, choice]) => `${slot}:${choice}`)
    .join(' ')
}

/** Ignores what is no pair, so it also reads an answer from before an exercise changed. */
export function parseChoices(answer: string): Choices {
  const pairs = answer.split(' ').map((pair) => pair.split(':'))
  return Object.fromEntries(pairs.flatMap(([slot, choice]) => (slot && choice ? [[slot, choice]] : [])))
}

/** Whether every slot has its right choice; null unless the answer fills exactly these slots with choices they allow. */
export function gradeExercise(slots: Slots, answer: string): boolean | null {
  const choices = parseChoices(answer)
  const named = Object.entries(slots)
  const isPossible = named.every(([slot, { options }]) => options.some((option) => option === choices[slot]))
  if (!isPossible || Object.keys(choices).length !== named.length) return null
  return named.every(([slot, { correct }]) => choices[slot] === correct)
}

import type { Option } from '@kitewise/contract/entities'

type MarkedOption = { id: string; label: string; mark?: 'good' | 'bad'; markLabel?: string }

/** @param words the marks for screen readers */
export function markOptions(
  options: readonly Option[],
  answered: string | null,
  words: { right: string; wrong: string },
): MarkedOption[] {
  return options.map(({ id, text, isCorrect }) => {
    if (answered === null) return { id, label: text }
    if (isCorrect) return { id, label: text, mark: 'good', markLabel: words.right }
    return id === answered ? { id, label: text, mark: 'bad', markLabel: words.wrong } : { id, label: text }
  })
}

/**
 * Choices of an exercise as shown.
 * @param answer `chosen` is null until the exercise is answered
 */
export function markChoices(
  choices: readonly { id: string; text: string }[],
  { right, chosen = null }: { right: string | undefined; chosen: string | null | undefined },
  words: { right: string; wrong: string },
): MarkedOption[] {
  return markOptions(
    choices.map(({ id, text }) => ({ id, text, isCorrect: id === right })),
    chosen,
    words,
  )
}

import type { Fragment, Lesson, Practice } from '@kitewise/contract/entities'

/** What a lesson shows at a time: at most 70 words and at most one practice. */
export type LessonCard = {
  /** Zero-based index of its fragment. */
  fragment: number
  /** Counts the cards of its fragment from 0. */
  position: number
  isLastOfFragment: boolean
  text: string
  /** The number of the practice in its fragment, counted from 1; null for a card to read. */
  number: number | null
  practice: Practice | undefined
}

/** The element that gets the focus when a card is shown. */
export const cardHeadingId = 'lesson-card'

/** A line of its own between two cards (content/README.md). */
const cardEnd = /^[ \t]*---[ \t]*$/m
const placeholder = /\[PRACTICE_(\d+)\]/

/** These practices continue the text above them in a few words; the others fill a card. */
const sharesCard = ({ exercise, promptCreation }: Practice): boolean =>
  exercise?.kind === 'reveal' || promptCreation !== null

type Part = Pick<LessonCard, 'text' | 'number' | 'practice'>

const partsOf = (text: string, practices: readonly Practice[]): Part[] => {
  const parts: Part[] = []
  for (const [index, piece] of text.split(placeholder).entries()) {
    if (index % 2 === 0) {
      if (piece.trim() !== '') parts.push({ text: piece.trim(), number: null, practice: undefined })
      continue
    }
    const number = Number(piece)
    const practice = practices[number - 1]
    const last = parts.at(-1)
    if (practice && last?.number === null && sharesCard(practice)) parts.splice(-1, 1, { ...last, number, practice })
    else parts.push({ text: '', number, practice })
  }
  return parts
}

/** A practice without a placeholder comes last. */
const fragmentCards = ({ content, practices }: Fragment, fragment: number): LessonCard[] => {
  const parts = content.split(cardEnd).flatMap((text) => partsOf(text, practices))
  const placed = new Set(parts.map(({ number }) => number))
  const unplaced = practices.map((practice, index) => ({ text: '', number: index + 1, practice }))
  const all = [...parts, ...unplaced.filter(({ number }) => !placed.has(number))]
  const shown = all.length > 0 ? all : [{ text: '', number: null, practice: undefined }]
  return shown.map((part, position) => ({
    ...part,
    fragment,
    position,
    isLastOfFragment: position === shown.length - 1,
  }))
}

export function lessonCards({ fragments }: Pick<Lesson, 'fragments'>): LessonCard[] {
  return fragments.flatMap(fragmentCards)
}

/** The card at which a fragment opens: after the last one whose practice is done, else its first. */
export function openingCard(cards: readonly LessonCard[], fragment: number, done: ReadonlySet<string>): number {
  const first = cards.findIndex((card) => card.fragment === fragment)
  const lastDone = cards.findLastIndex(
    (card) => card.fragment === fragment && card.practice !== undefined && done.has(card.practice.id),
  )
  if (lastDone < 0) return Math.max(0, first)
  return cards[lastDone]?.isLastOfFragment ? lastDone : lastDone + 1
}

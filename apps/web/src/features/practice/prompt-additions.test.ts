import { describe, expect, it } from 'vitest'
import { showAdditions } from './prompt-additions.ts'

const added = (prompt: string, suggestion: string): string[] =>
  showAdditions(prompt, suggestion)
    .filter(({ isNew }) => isNew)
    .map(({ text }) => text)

describe('what a suggestion adds', () => {
  it('is the replaced words and the added sentences', () => {
    expect(added('Meet at 3 pm. Bring a dish.', 'Meet at 1 pm. Bring a dish. Please avoid nuts.')).toEqual([
      '1',
      'Please avoid nuts.',
    ])
  })

  it('is nothing for the same text, and everything for an empty one', () => {
    expect(added('Write a note.', 'Write a note.')).toEqual([])
    expect(added('', 'Write a note.')).toEqual(['Write a note.'])
  })

  it('leaves the text as it is', () => {
    const suggestion = 'Дай мені три ідеї.\n\nЖиву в Порту.'
    const runs = showAdditions('Дай мені ідеї.', suggestion)
    expect(runs.map(({ text }) => text).join('')).toBe(suggestion)
    expect(runs.map(({ from }) => from)).toEqual([...new Set(runs.map(({ from }) => from))])
  })
})

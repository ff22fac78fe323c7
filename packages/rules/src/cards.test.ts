import { expect, it } from 'vitest'
import { splitCards } from './cards.ts'

it('a line of three hyphens separates cards, and an empty card is dropped', () => {
  expect(splitCards('One --- one.\n---- \n ---')).toEqual(['One --- one.\n---- \n ---'])
  expect(splitCards('One.\n\n---\n\nTwo -- two.\n\n---\n')).toEqual(['One.', 'Two -- two.'])
})

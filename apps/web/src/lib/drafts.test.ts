import { expect, it } from 'vitest'
import { clearDrafts, draftOf } from './drafts.ts'

it('keeps a draft only for the person who wrote it', () => {
  draftOf('ana', 'p1').write('Write a note')
  expect(draftOf('ana', 'p1').read()).toBe('Write a note')
  expect(draftOf('bo', 'p1').read()).toBe(null)
  expect(draftOf('ana', 'p2').read()).toBe(null)
})

it('deletes all drafts at once, and nothing else', () => {
  draftOf('ana', 'p1').write('one')
  draftOf('bo', 'p2').write('two')
  localStorage.setItem('user_language', 'en')
  clearDrafts()
  expect([draftOf('ana', 'p1').read(), draftOf('bo', 'p2').read()]).toEqual([null, null])
  expect(localStorage.getItem('user_language')).toBe('en')
})

import { afterEach, expect, it } from 'vitest'
import { fillFrame, findFirstView, keepFirstView, viewOfCard } from './first-view.ts'

const token = 'head.body.signature'
afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

it('remembers what a screen showed, for its session only', () => {
  keepFirstView('/dashboard', token, { title: 'A lesson' })
  expect(findFirstView('/dashboard', token)).toEqual({ title: 'A lesson' })
  expect(findFirstView('/courses', token)).toBeUndefined()
  expect(findFirstView('/dashboard', 'head.body.another')).toBeUndefined()
  expect(findFirstView('/dashboard', '')).toBeUndefined()
})

it('remembers the twelve latest screens, and forgets one that has nothing to show', () => {
  for (let index = 0; index < 13; index += 1) keepFirstView(`/course/${index}`, token, { title: 'A course' })
  expect(findFirstView('/course/0', token)).toBeUndefined()
  expect(findFirstView('/course/1', token)).toBeDefined()
  keepFirstView('/course/1', token, undefined)
  expect(findFirstView('/course/1', token)).toBeUndefined()
})

it('shows nothing of what it cannot read', () => {
  localStorage.setItem('first-views', '{')
  expect(findFirstView('/dashboard', token)).toBeUndefined()
})

it.each([
  ['Plain words, *with stress*.\n\nA second paragraph.', 'Plain words, with stress.'],
  ['Two lines\nof one paragraph.', 'Two lines of one paragraph.'],
  ['> A quote', undefined],
  ['- a list', undefined],
  ['A [link](/x)', undefined],
  ['[PRACTICE_1]', undefined],
])('takes the first paragraph of %j if it is prose', (markdown, text) => {
  expect(viewOfCard('A title', markdown)).toEqual({ title: 'A title', text })
})

it('fills the places of the frame, and gives the blank shape back', () => {
  document.body.innerHTML = `<div id="root"><div></div><div data-first-view hidden>
    <img data-slot="picture" hidden><p data-slot="title"></p><p data-slot="text"></p></div></div>`
  const [place, title, picture] = ['[data-first-view]', '[data-slot=title]', 'img'].map((selector) =>
    document.querySelector<HTMLElement>(selector),
  )
  expect(fillFrame({ title: '<b>A lesson</b>', picture: '/covers/x.svg' })).toBe(true)
  expect([title?.textContent, picture?.getAttribute('src')]).toEqual(['<b>A lesson</b>', '/covers/x.svg'])
  expect([place?.hidden, picture?.hidden]).toEqual([false, false])
  fillFrame(undefined)
  expect(place?.hidden).toBe(true)
})

it('has no place for a view before the frame is there', () => {
  expect(fillFrame({ title: 'A lesson' })).toBe(false)
})

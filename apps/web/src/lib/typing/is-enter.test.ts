import { expect, it } from 'vitest'
import { isEnter } from './is-enter.ts'

it.each([
  ['Enter', { key: 'Enter', isComposing: false, keyCode: 13 }, true],
  ['the Enter that ends a composition', { key: 'Enter', isComposing: true, keyCode: 229 }, false],
  [
    'the same in Safari, which has ended the composition by then',
    { key: 'Enter', isComposing: false, keyCode: 229 },
    false,
  ],
  ['another key', { key: 'a', isComposing: false, keyCode: 65 }, false],
])('%s', (_, press, expected) => {
  expect(isEnter(press)).toBe(expected)
})

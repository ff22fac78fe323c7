import { afterEach, expect, it, vi } from 'vitest'
import { readText } from './read-text.ts'

afterEach(() => void vi.unstubAllGlobals())

it('splits Japanese at every change of script in a browser without a segmenter', () => {
  vi.stubGlobal('Intl', Object.create(Intl, { Segmenter: { value: undefined } }))
  const { words } = readText('東京のカフェで3人', 'ja')
  expect(words.map(({ folded }) => folded)).toEqual(['東京', 'の', 'カフェ', 'で', '3', '人'])
  expect(words.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [2, 3],
    [3, 6],
    [6, 7],
    [7, 8],
    [8, 9],
  ])
})

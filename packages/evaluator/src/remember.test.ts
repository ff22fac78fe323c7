import { expect, it, vi } from 'vitest'
import { remember } from './remember.ts'

it('makes a value once for a key, and forgets when there are too many', () => {
  const make = vi.fn<(key: string) => string>((key) => key.toUpperCase())
  const kept = remember<string>(2)
  const read = (key: string) => kept(key, () => make(key))
  expect([read('a'), read('b'), read('a')]).toEqual(['A', 'B', 'A'])
  expect(make).toHaveBeenCalledTimes(2)
  expect([read('c'), read('a')]).toEqual(['C', 'A'])
  expect(make).toHaveBeenCalledTimes(4)
})

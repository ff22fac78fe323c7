import { afterEach, expect, it, vi } from 'vitest'
import { listWrites, removeWrite, storeWrite } from './outbox.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps writes until the page is left in a browser without IndexedDB', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  const write = { id: 'w1', path: '/a', body: 1, queuedAtMs: 0 }
  await storeWrite('ana', write)
  expect(await listWrites('ana')).toEqual([write])
  expect(await listWrites('bo')).toEqual([])
  await removeWrite('ana', 'w1')
  expect(await listWrites('ana')).toEqual([])
})

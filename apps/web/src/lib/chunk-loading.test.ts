import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, http } from '../test-support/api.ts'
import { ChunkLoadError, loadChunk } from './chunk-loading.ts'
import { HttpResponse } from 'msw'

const address = 'http://localhost:3000/static/js/course.abc.chunk.js'
const failingImport = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`))
const failureOf = (load: () => Promise<{ screen?: string }>) =>
  loadChunk('course', load, (module) => module.screen).catch((error: unknown) => error)

describe('a chunk', () => {
  it('returns the picked export', async () => {
    expect(
      await loadChunk(
        'course',
        () => Promise.resolve({ screen: 'here' }),
        ({ screen }) => screen,
      ),
    ).toBe('here')
  })

  it('throws an error with its id when it fails', async () => {
    api.use(http.head(address, () => new HttpResponse(null, { status: 404 })))
    const failure = await failureOf(failingImport)
    expect(failure).toBeInstanceOf(ChunkLoadError)
    expect(failure).toMatchObject({ id: 'course', reason: 'error', message: 'Loading chunk course failed.\n(error)' })
  })

  it('throws an error when it cannot be reached at all', async () => {
    api.use(http.head(address, () => HttpResponse.error()))
    expect(await failureOf(failingImport)).toMatchObject({ reason: 'error' })
  })

  it('throws an error when it arrives broken, because the script is there', async () => {
    api.use(http.head(address, () => new HttpResponse(null, { headers: { 'content-type': 'text/javascript' } })))
    expect(await failureOf(failingImport)).toMatchObject({ reason: 'error' })
  })

  it('is missing when its address returns a page', async () => {
    api.use(http.head(address, () => new HttpResponse(null, { headers: { 'content-type': 'text/html' } })))
    expect(await failureOf(failingImport)).toMatchObject({ reason: 'missing' })
  })

  it('is missing when the script lacks the export', async () => {
    expect(await failureOf(() => Promise.resolve({}))).toMatchObject({ reason: 'missing' })
  })
})

describe('a chunk that never arrives', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('times out after 120 seconds and not before', async () => {
    const settled = vi.fn<() => void>()
    const failure = failureOf(() => new Promise(() => undefined))
    void failure.then(settled)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ id: 'course', reason: 'timeout' })
  })
})

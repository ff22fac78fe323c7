import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdEntry, leaveStaleEntry, navigator, shownLocation } from './app-history.ts'

/** History is synchronous here; `e2e/journeys/dialogs-and-back.test.ts` uses a real browser. */
const pathname = (): string => shownLocation.read().location.pathname
const settled = (): void => void vi.runAllTimers()

let number = 0
/** A new screen for each test, because the history continues. @returns its path */
const arrive = (): string => {
  number += 1
  navigator.push(`/screen-${number}`)
  settled()
  return `/screen-${number}`
}
const openDialog = () => {
  const close = vi.fn<() => void>()
  const release = holdEntry(close)
  close.mockImplementation(release)
  settled()
  return { close, release }
}
const back = (): void => {
  history.back()
  settled()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a double tap', () => {
  it('to another screen creates one entry', () => {
    arrive()
    const before = history.length
    navigator.push('/twice')
    navigator.push('/twice')
    expect(history.length).toBe(before + 1)
    expect(shownLocation.read().action).toBe('REPLACE')
  })

  it('on Back goes back one step', () => {
    const first = arrive()
    arrive()
    arrive()
    // A browser goes back asynchronously; the second tap comes before that.
    const go = vi.spyOn(history, 'go').mockImplementationOnce(() => undefined)
    navigator.go(-1)
    navigator.go(-1)
    expect(go).toHaveBeenCalledTimes(1)
    settled()
    go.mockRestore()
    navigator.go(-2)
    expect(pathname()).toBe(first)
  })
})

describe('an open dialog', () => {
  it('is closed by Back, and the screen stays', () => {
    const screen = arrive()
    const { close } = openDialog()
    back()
    expect(close).toHaveBeenCalledTimes(1)
    expect(pathname()).toBe(screen)
  })

  it('leaves no entry when it closes by itself', () => {
    const first = arrive()
    arrive()
    openDialog().release()
    settled()
    back()
    expect(pathname()).toBe(first)
  })

  it('closes alone when it is above another one', () => {
    arrive()
    const lower = openDialog()
    const upper = openDialog()
    back()
    expect(upper.close).toHaveBeenCalledTimes(1)
    expect(lower.close).not.toHaveBeenCalled()
    back()
    expect(lower.close).toHaveBeenCalledTimes(1)
  })

  it('gets its entry back when it refuses to close', () => {
    const screen = arrive()
    const close = vi.fn<() => void>()
    const release = holdEntry(close)
    settled()
    back()
    back()
    expect(close).toHaveBeenCalledTimes(2)
    expect(pathname()).toBe(screen)
    release()
    settled()
  })

  it('does not reopen with Forward, and Back then leaves the screen', () => {
    const first = arrive()
    arrive()
    openDialog()
    back()
    history.forward()
    settled()
    back()
    expect(pathname()).toBe(first)
  })

  it('is skipped on the way back from a screen chosen in it, which shows at once', () => {
    const screen = arrive()
    const { release } = openDialog()
    // A browser goes back asynchronously: a step back before the new screen would show the old one again.
    const go = vi.spyOn(history, 'go')
    navigator.push('/chosen')
    expect(pathname()).toBe('/chosen')
    expect(shownLocation.read().action).toBe('PUSH')
    expect(go).not.toHaveBeenCalled()
    go.mockRestore()
    expect(release()).toBe(false)
    settled()
    back()
    expect(pathname()).toBe(screen)
  })

  it('is skipped with the one below it', () => {
    const screen = arrive()
    const [lower, upper] = [openDialog(), openDialog()]
    navigator.push('/chosen-above')
    upper.release()
    lower.release()
    settled()
    expect(pathname()).toBe('/chosen-above')
    back()
    expect(pathname()).toBe(screen)
  })

  it("keeps its changes to the screen's address", () => {
    const first = arrive()
    const screen = arrive()
    const { release } = openDialog()
    navigator.replace(`${screen}?level=beginner`)
    release()
    settled()
    expect(shownLocation.read().location.search).toBe('?level=beginner')
    back()
    expect(pathname()).toBe(first)
  })

  it('drops its entry after a reload, unless it opens again', () => {
    const first = arrive()
    arrive()
    history.pushState({ ...history.state, dialogs: 1 }, '')
    const again = openDialog()
    leaveStaleEntry()
    settled()
    back()
    expect(again.close).toHaveBeenCalledTimes(1)

    history.pushState({ ...history.state, dialogs: 1 }, '')
    leaveStaleEntry()
    settled()
    back()
    expect(pathname()).toBe(first)
  })
})

import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type PeakKind, peakOfToday } from '../lib/peak-of-today.ts'
import { renderPage } from '../test-support/render-page.tsx'
import { Button } from './button.tsx'
import { Peak } from './peak.tsx'

/** A motion of two seconds, as the browser would report it. */
const givenMotion = () => {
  const animation = {
    finished: new Promise<void>(() => undefined),
    finish: vi.fn<() => void>(),
    updatePlaybackRate: vi.fn<(rate: number) => void>(),
    effect: { getComputedTiming: () => ({ endTime: 2_000 }) },
  }
  Object.assign(Element.prototype, { getAnimations: () => [animation] })
  return animation
}

/** At a time that stands still, so that a slow machine is no slow person. */
const show = (kind: PeakKind = 'lesson') => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const onLeave = vi.fn<() => void>()
  const { container } = renderPage(
    <Peak kind={kind} title="You did it" picture={null} action={<Button onClick={onLeave}>Next</Button>} />,
  )
  return { onLeave, action: within(container).getByRole('button', { name: 'Next' }) }
}

const after = (ms: number): void => {
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockReturnValue(now)
}

describe('a peak', () => {
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'getAnimations')
    vi.restoreAllMocks()
    peakOfToday.giveBack()
  })

  it('takes the focus to its title', () => {
    show()
    expect(document.activeElement?.textContent).toBe('You did it')
  })

  it('ignores taps that were meant for the screen before it', () => {
    const { finish } = givenMotion()
    const { onLeave, action } = show()
    after(300)
    fireEvent.click(action)
    expect([onLeave.mock.calls.length, finish.mock.calls.length]).toEqual([0, 0])
  })

  it.each([
    ['a tap', () => fireEvent.click(screen.getByRole('heading'))],
    ['Escape', () => fireEvent.keyDown(screen.getByRole('heading'), { key: 'Escape' })],
  ])('shows its end after %s, and only its action leaves', (_, press) => {
    const { finish } = givenMotion()
    const { onLeave, action } = show()
    after(500)
    press()
    expect([onLeave.mock.calls.length, finish.mock.calls.length]).toEqual([0, 1])
    expect(onLeave).not.toHaveBeenCalled()
    fireEvent.click(action)
    expect(onLeave).toHaveBeenCalledOnce()
  })

  it('takes 0.8 seconds after the first one of its kind that day', () => {
    const first = givenMotion()
    show('lesson')
    expect(first.updatePlaybackRate).not.toHaveBeenCalled()
    const second = givenMotion()
    show('lesson')
    expect(second.updatePlaybackRate).toHaveBeenCalledWith(2.5)
  })

  it('is in full for a lesson although a prompt passed today', () => {
    peakOfToday.take('prompt')
    const { updatePlaybackRate } = givenMotion()
    show('lesson')
    expect(updatePlaybackRate).not.toHaveBeenCalled()
    expect([peakOfToday.take('prompt'), peakOfToday.take('lesson')]).toEqual([false, false])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canVibrate, feel } from './feel.ts'
import { setPreferences } from './preferences.ts'

const started = vi.fn<(hertz: number) => void>()
const vibrate = vi.fn<(pattern: number[]) => boolean>()

class FakeAudio {
  state = 'running'
  currentTime = 0
  destination = {}
  createOscillator = () => {
    let hertz = 0
    return {
      frequency: { setValueAtTime: (value: number) => (hertz = value), exponentialRampToValueAtTime: () => {} },
      connect: (next: unknown) => next,
      start: () => started(hertz),
      stop: () => {},
    }
  }
  createGain = () => ({
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: (next: unknown) => next,
  })
}

const givePointer = (kind: 'coarse' | 'fine'): void => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === `(pointer: ${kind})` }) as MediaQueryList,
  )
}

let now = 0
const pass = (ms: number): void => {
  now += ms
  vi.spyOn(performance, 'now').mockReturnValue(now)
}

beforeEach(() => {
  // Otherwise the sound of the last test would still be heard.
  pass(10_000)
  vi.stubGlobal('AudioContext', FakeAudio)
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  givePointer('coarse')
  setPreferences({ sound: false, vibration: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  started.mockReset()
  vibrate.mockReset()
  Reflect.deleteProperty(navigator, 'vibrate')
})

describe('feel', () => {
  it('is silent until sound is turned on', () => {
    feel('right')
    expect(started).not.toHaveBeenCalled()
    setPreferences({ sound: true })
    feel('right')
    expect(started.mock.calls.flat()).toEqual([659, 988])
  })

  it('has a sound for right, wrong and done, and none for a choice', () => {
    setPreferences({ sound: true })
    for (const feeling of ['choice', 'right', 'wrong', 'done'] as const) feel(feeling)
    expect(started.mock.calls.flat()).toEqual([659, 988, 262, 523, 659, 784])
  })

  it('wakes the sound in the gesture of a choice, also after a call; what is late stays silent', async () => {
    vi.resetModules()
    const woken: (() => void)[] = []
    class SleepingAudio extends FakeAudio {
      override state = 'interrupted'
      resume = async (): Promise<void> =>
        new Promise((resolve) => {
          woken.push(() => {
            this.state = 'running'
            resolve()
          })
        })
    }
    vi.stubGlobal('AudioContext', SleepingAudio)
    const { feel: feelAgain } = await import('./feel.ts')
    const preferences = await import('./preferences.ts')
    preferences.setPreferences({ sound: true })
    feelAgain('choice')
    feelAgain('right')
    expect(woken).toHaveLength(2)
    pass(60_000)
    for (const wake of woken) wake()
    await vi.dynamicImportSettled()
    expect(started).not.toHaveBeenCalled()
    feelAgain('wrong')
    await vi.waitFor(() => expect(started.mock.calls.flat()).toEqual([262]))
  })

  it('sounds once when a last step is done and its peak begins', () => {
    setPreferences({ sound: true })
    feel('done')
    feel('peak')
    expect(started).toHaveBeenCalledTimes(3)
    pass(600)
    feel('peak')
    expect(started).toHaveBeenCalledTimes(6)
  })

  it('vibrates briefly on a choice and in a pattern on a peak, unless switched off', () => {
    feel('choice')
    feel('peak')
    expect(vibrate.mock.calls).toEqual([[[10]], [[15, 70, 15, 70, 40]]])
    setPreferences({ vibration: false })
    feel('choice')
    expect(vibrate).toHaveBeenCalledTimes(2)
  })

  it('leaves a computer alone', () => {
    givePointer('fine')
    expect(canVibrate()).toBe(false)
    feel('choice')
    expect(vibrate).not.toHaveBeenCalled()
  })
})

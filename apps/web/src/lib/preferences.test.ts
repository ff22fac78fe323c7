import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyPreferences, followPreferences, preferences, setPreferences, wantsStillness } from './preferences.ts'

const { dataset } = document.documentElement
const attributes = () => Object.fromEntries(Object.entries(dataset))

let stop: () => void
let device: { dark: boolean; still: boolean; change: () => void }

const followDevice = (given: { dark: boolean; still: boolean }): void => {
  const listeners = new Set<() => void>()
  device = { ...given, change: () => listeners.forEach((listener) => listener()) }
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = {
      get matches() {
        return query.includes('dark') ? device.dark : device.still
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }
    return list as unknown as MediaQueryList
  })
  stop = followPreferences()
}

beforeEach(() => followDevice({ dark: false, still: false }))
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const otherTabWrites = (value: string): void => {
  localStorage.setItem('preferences', value)
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences', newValue: value }))
}

describe('preferences', () => {
  it('start with what the device asks for, silent, in the standard size', () => {
    expect(preferences()).toEqual({
      theme: 'system',
      motion: 'system',
      textSize: 'standard',
      sound: false,
      vibration: true,
    })
    expect(attributes()).toEqual({ theme: 'light' })
  })

  it('take effect at once and are kept', () => {
    setPreferences({ theme: 'dark', textSize: 'largest' })
    setPreferences({ motion: 'reduced', sound: true })
    expect(attributes()).toEqual({ theme: 'dark', text: 'largest', motion: 'reduced' })
    expect(wantsStillness()).toBe(true)
    for (const name of ['theme', 'text', 'motion']) delete dataset[name]
    applyPreferences()
    expect(attributes()).toEqual({ theme: 'dark', text: 'largest', motion: 'reduced' })
    setPreferences({ theme: 'light', textSize: 'standard', motion: 'system' })
    expect(attributes()).toEqual({ theme: 'light' })
    expect(preferences().sound).toBe(true)
  })

  it('follow the device while they leave it the choice', () => {
    device = Object.assign(device, { dark: true, still: true })
    device.change()
    expect(attributes()).toEqual({ theme: 'dark', motion: 'reduced' })
    setPreferences({ theme: 'light' })
    expect(attributes()).toEqual({ theme: 'light', motion: 'reduced' })
  })

  it('agree with another tab', () => {
    otherTabWrites(JSON.stringify({ theme: 'dark', vibration: false }))
    expect(dataset.theme).toBe('dark')
    expect(preferences()).toMatchObject({ theme: 'dark', vibration: false })
  })

  it.each(['{', 'null', '[]', '{"theme":"pink","textSize":9,"sound":"yes"}'])('read %s as the standard', (text) => {
    otherTabWrites(text)
    expect(preferences()).toMatchObject({ theme: 'system', textSize: 'standard', sound: false })
  })

  it('color the browser’s own bar', () => {
    document.head.innerHTML =
      '<meta name="theme-color" content="#fff" data-theme="light" /><meta name="theme-color" content="#000" data-theme="dark" />'
    setPreferences({ theme: 'dark' })
    const medias = [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))
    expect(medias).toEqual(['not all', 'all'])
  })
})

/**
 * How this device looks, moves and sounds. Also inlined into index.html (see src/first-load), so that the first paint
 * is right; so this file needs only the document.
 */

import { storedValue } from './stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export const motions = ['system', 'reduced'] as const
export const textSizes = ['standard', 'large', 'largest'] as const

export type Preferences = {
  theme: (typeof themes)[number]
  motion: (typeof motions)[number]
  textSize: (typeof textSizes)[number]
  sound: boolean
  vibration: boolean
}

export const standardPreferences: Preferences = {
  theme: 'system',
  motion: 'system',
  textSize: 'standard',
  sound: false,
  vibration: true,
}

const stored = storedValue('preferences')

const parsed = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const oneOf = <T extends string>(allowed: readonly [T, ...T[]], value: unknown): T =>
  allowed.find((known) => known === value) ?? allowed[0]

/** What another version of the app has stored, or a hand, is replaced by the standard. */
const read = (): Preferences => {
  const { theme, motion, textSize, sound, vibration } = parsed(stored.read())
  return {
    theme: oneOf(themes, theme),
    motion: oneOf(motions, motion),
    textSize: oneOf(textSizes, textSize),
    sound: sound === true,
    vibration: vibration !== false,
  }
}

const matches = (query: string): boolean => window.matchMedia(query).matches
const darkQuery = '(prefers-color-scheme: dark)'
const stillQuery = '(prefers-reduced-motion: reduce)'

/** The device asks every page for less motion; our own setting cannot ask for more. */
export function deviceWantsStillness(): boolean {
  return matches(stillQuery)
}

/** For motion that is started by code: nothing may move. */
export function wantsStillness(): boolean {
  return document.documentElement.dataset.motion === 'reduced' || deviceWantsStillness()
}

/** Sets `data-theme` (light, dark), `data-motion` (reduced) and `data-text` (large, largest), which tokens.css reads. */
export function applyPreferences({ theme, motion, textSize } = read()): void {
  const { dataset } = document.documentElement
  const isDark = theme === 'system' ? matches(darkQuery) : theme === 'dark'
  dataset.theme = isDark ? 'dark' : 'light'
  if (motion === 'reduced' || deviceWantsStillness()) dataset.motion = 'reduced'
  else delete dataset.motion
  if (textSize === 'standard') delete dataset.text
  else dataset.text = textSize
  // The color of the browser's own bar around the page.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.setAttribute('media', meta.dataset.theme === dataset.theme ? 'all' : 'not all')
}

let current: Preferences | undefined
const listeners = new Set<() => void>()

/** The same object until something changes. */
export function preferences(): Preferences {
  current ??= read()
  return current
}

const renew = (): void => {
  current = read()
  applyPreferences(current)
  for (const listener of listeners) listener()
}

export function setPreferences(change: Partial<Preferences>): void {
  stored.write(JSON.stringify({ ...preferences(), ...change }))
  renew()
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const followStorage = ({ key }: StorageEvent): void => {
  // The key is null when the whole storage was cleared.
  if (key === stored.key || key === null) renew()
}

/** Applies the preferences, then follows other tabs and the device's own settings; returns a function that stops it. */
export function followPreferences(): () => void {
  const device = [darkQuery, stillQuery].map((query) => window.matchMedia(query))
  renew()
  window.addEventListener('storage', followStorage)
  for (const query of device) query.addEventListener('change', renew)
  return () => {
    window.removeEventListener('storage', followStorage)
    for (const query of device) query.removeEventListener('change', renew)
  }
}

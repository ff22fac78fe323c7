import { describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { followOtherTabs, session, useSession } from './session.ts'

const stored = (key: string): string | null => localStorage.getItem(key)
const otherTabWrites = (key: string, value: string | null): void => {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

describe('at start', () => {
  it.each([
    ['a stored token', 'a-token', true],
    ['no token', null, false],
  ])('%s decides whether the learner is signed in, whatever else was stored', async (_, token, isAuthenticated) => {
    if (token !== null) localStorage.setItem('jwt_token', token)
    localStorage.setItem('auth-storage', JSON.stringify({ state: { isAuthenticated: !isAuthenticated }, version: 0 }))
    vi.resetModules()
    const fresh = await import('./session.ts')
    expect(fresh.useSession.getState().isAuthenticated).toBe(isAuthenticated)
    expect(fresh.session.token()).toBe(token ?? '')
  })
})

describe('a session', () => {
  it('stores the token under jwt_token and otherwise only isAuthenticated', () => {
    session.setToken('a-token')
    expect(stored('jwt_token')).toBe('a-token')
    expect(JSON.parse(stored('auth-storage') ?? '')).toEqual({ state: { isAuthenticated: true }, version: 0 })
  })

  it('ends with an empty token', () => {
    session.setToken('a-token')
    session.setToken('')
    expect(stored('jwt_token')).toBe(null)
    expect(useSession.getState().isAuthenticated).toBe(false)
  })

  it('deletes the stored language when it ends, and remembers the reason', () => {
    session.setToken('a-token')
    setLanguage('en')
    session.clear('noSubscription')
    expect(stored('user_language')).toBe(null)
    expect(useSession.getState().endReason).toBe('noSubscription')
  })
})

describe('another tab', () => {
  it('keeps its session when this one learns late that its own has ended', () => {
    session.setToken('an-old-token')
    localStorage.setItem('jwt_token', 'a-new-token')
    session.clear('ended')
    expect(stored('jwt_token')).toBe('a-new-token')
    expect(session.token()).toBe('a-new-token')
    expect(useSession.getState()).toMatchObject({ isAuthenticated: true, endReason: null })
  })

  it('signs this one out, once', () => {
    const ended = vi.fn<() => void>()
    const stops = [followOtherTabs(), session.onEnd(ended)]
    session.setToken('a-token')
    otherTabWrites('jwt_token', null)
    otherTabWrites('jwt_token', null)
    for (const stop of stops) stop()
    expect(useSession.getState().isAuthenticated).toBe(false)
    expect(ended).toHaveBeenCalledOnce()
  })

  it('has signed out while this page was left, which Back then brings back', () => {
    const stop = followOtherTabs()
    session.setToken('a-token')
    localStorage.removeItem('jwt_token')
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(useSession.getState().isAuthenticated).toBe(true)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    stop()
    expect(useSession.getState()).toMatchObject({ isAuthenticated: false, endReason: null })
  })

  it("signs this one in, and ends another person's session first", () => {
    const ended = vi.fn<() => void>()
    const stops = [followOtherTabs(), session.onEnd(ended)]
    session.setToken('a-token')
    otherTabWrites('jwt_token', 'b-token')
    for (const stop of stops) stop()
    expect(ended).toHaveBeenCalledOnce()
    expect(session.token()).toBe('b-token')
    expect(useSession.getState().isAuthenticated).toBe(true)
  })

  it('that signs in without a plan keeps its session here too', () => {
    const stop = followOtherTabs()
    localStorage.setItem('needs_plan', 'yes')
    otherTabWrites('jwt_token', 'a-token')
    stop()
    expect(useSession.getState()).toMatchObject({ isAuthenticated: true, needsPlan: true })
  })

  it('that signs in without a plan is not told otherwise by the session that ends here', () => {
    const stop = followOtherTabs()
    session.setToken('a-token')
    localStorage.setItem('needs_plan', 'yes')
    otherTabWrites('jwt_token', 'b-token')
    stop()
    expect(useSession.getState().needsPlan).toBe(true)
    expect(stored('needs_plan')).toBe('yes')
  })

  it('can change anything else', () => {
    const stop = followOtherTabs()
    session.setToken('a-token')
    otherTabWrites('app-storage', '{}')
    stop()
    expect(session.token()).toBe('a-token')
  })
})

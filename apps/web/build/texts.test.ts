import { describe, expect, it } from 'vitest'
import { messages } from '../src/test-support/english.ts'
import { compileTexts } from './texts.ts'

describe('texts', () => {
  it('keep plain sentences as they are', () => {
    expect(compileTexts({ login: { failed: 'Login failed.' } })).toEqual({ login: { failed: 'Login failed.' } })
  })

  it('name the key of a message that is no valid ICU', () => {
    expect(() => compileTexts({ login: { bad: '{count, plural, one {x}' } })).toThrow('"login.bad"')
  })

  it('arrive compiled in the app', () => {
    expect(messages.common.pageTitle).toEqual([['title'], ' · ', ['brand']])
  })
})

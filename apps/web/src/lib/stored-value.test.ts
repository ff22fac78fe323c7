import { afterEach, describe, expect, it, vi } from 'vitest'
import { registration } from './registration.ts'
import { storedState, storedValue } from './stored-value.ts'

afterEach(() => {
  vi.restoreAllMocks()
  registration.clear()
})

const refuseStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError')
  })

it('keeps a value for the page when the browser refuses storage, so that a visitor can still buy', () => {
  refuseStorage()
  const made = { email: 'a@kitewise.example', registrationToken: 't' }
  registration.write(made)
  expect(registration.read()).toEqual(made)
  registration.clear()
  expect(registration.read()).toBeNull()
})

it('reads what another tab stored later, once storage works again', () => {
  const value = storedValue('tried')
  const refused = refuseStorage()
  value.write('old')
  refused.mockRestore()
  value.write('new')
  localStorage.setItem('tried', 'newer')
  expect(value.read()).toBe('newer')
  value.remove()
  expect(localStorage.getItem('tried')).toBeNull()
})

const steps = () => storedState<{ step: number }>('steps', 1)

describe('the state of a store', () => {
  it('is read again', () => {
    steps().write({ step: 3 })
    expect(localStorage.getItem('steps')).toBe('{"state":{"step":3},"version":1}')
    expect(steps().read()).toEqual({ step: 3 })
  })

  it.each([
    ['another version of the app', '{"state":{"step":3},"version":0}'],
    ['a hand', 'three steps'],
    ['nobody', null],
  ])('is nothing if %s has stored it', (_, text) => {
    if (text === null) localStorage.removeItem('steps')
    else localStorage.setItem('steps', text)
    expect(steps().read()).toEqual({})
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import { registration } from './registration.ts'
import { storedValue } from './stored-value.ts'

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

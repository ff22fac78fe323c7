import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { session } from '../lib/session/session.ts'
import { toast } from '../lib/toast.ts'
import { api } from './api.ts'

// Screens are fetched when they are first shown, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 4_000 })

beforeAll(() => api.listen({ onUnhandledRequest: 'error' }))

afterEach(() => {
  cleanup()
  session.clear()
  toast.clear()
  localStorage.clear()
  api.resetHandlers()
})

afterAll(() => api.close())

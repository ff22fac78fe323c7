import 'fake-indexeddb/auto'
import { fatalTexts } from '@kitewise/texts/web/fatal'
import { cleanup, configure } from '@testing-library/react'
import { clear } from 'idb-keyval'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { begunCheckout } from '../features/billing/begun-checkout.ts'
import { forgetProgress } from '../features/onboarding/onboarding-progress.ts'
import { pinSetup } from '../lib/pin-setup.ts'
import { setPreferences, standardPreferences } from '../lib/preferences.ts'
import { registration } from '../lib/registration.ts'
import { session } from '../lib/session/session.ts'
import { toast } from '../lib/toast.ts'
import { api } from './api.ts'
import { forbidTextNodes } from './forbid-text-nodes.ts'

// Screens load when they are first shown, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// As first-load/tell-failure.ts does in every page.
window.fatalTexts = fatalTexts

forbidTextNodes()

beforeAll(() => api.listen({ onUnhandledRequest: 'error' }))

afterEach(async () => {
  cleanup()
  session.clear()
  begunCheckout.forget()
  forgetProgress()
  pinSetup.forget()
  registration.clear()
  toast.clear()
  setPreferences(standardPreferences)
  localStorage.clear()
  sessionStorage.clear()
  api.resetHandlers()
  await clear()
})

afterAll(() => api.close())

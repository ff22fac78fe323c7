import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { playBillingEmbedded } from './kill-test/billing/play-billing.ts'

/** The kill test of buying, with few kills; `npm run test:kill` has the whole one. */
const folder = mkdtempSync(join(tmpdir(), 'kitewise-billing-kill-'))

beforeAll(() => {
  chmodSync(folder, 0o711)
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

it('people who buy while the server is killed end with one subscription each, and access for what they paid', async () => {
  const { passed, problems } = await playBillingEmbedded(join(folder, 'data'), 3)
  expect(problems).toEqual([])
  expect(passed).toBe(5)
}, 240_000)

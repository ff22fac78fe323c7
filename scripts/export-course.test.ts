import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('packages nothing for cmi5 without a web address, and says what is missing', { timeout: 60_000 }, () => {
  const command = ['--import', 'tsx', join(import.meta.dirname, 'export-course.ts'), 'ai-zero', '--format', 'cmi5']
  const { PUBLIC_URL: _own, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  expect([status, stderr]).toEqual([1, expect.stringContaining('--address https://')])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../../apps/server/src/test-support/find-free-port.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
let dev: ChildProcess
let said = ''

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-dev-'))
  // If the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true })
  said = ''
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(await findFreePort()),
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: join(folder, 'content'),
    },
  })
  const hear = (part: Buffer): void => {
    said += part.toString()
  }
  dev.stdout?.on('data', hear)
  dev.stderr?.on('data', hear)
})
test.afterEach(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const addressOf = (): string => / is at (http:\S+)/.exec(said)?.[1] ?? ''

test('an invalid content file shows its error in the page and the terminal and keeps the last good content', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await expect.poll(addressOf, { timeout: 120_000 }).not.toBe('')
  const course = join(folder, 'content/courses/ai-zero/text/en.md')
  const text = readFileSync(course, 'utf8')
  const title = /^title: (.*)$/m.exec(text)?.[1]?.replaceAll('"', '') ?? ''
  const titles = async (): Promise<string[]> => {
    const answer = await page.request.get(`${addressOf()}/api/courses`)
    const { data } = (await answer.json()) as { data: { title: string }[] | null }
    return (data ?? []).map((found) => found.title)
  }
  await page.goto(`${addressOf()}/login`)
  await expect(page.getByLabel('Email')).toBeVisible({ timeout: 60_000 })

  const reloads = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
  await page.goto(`${addressOf()}/desk`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible({ timeout: 60_000 })
  await reloads
  await page.goto(`${addressOf()}/login`)

  writeFileSync(course, text.replace('title:', 'titel:'))
  const overlay = page.locator('vite-error-overlay')
  const problem = /content\/courses\/ai-zero\/text\/en\.md:\d+/
  await expect(overlay).toContainText(problem, { timeout: 60_000 })
  expect(said).toMatch(problem)
  expect(said).toContain('The app keeps the last good content.')
  await expect.poll(titles).toContain(title)

  await page.reload()
  await expect(overlay).toContainText(problem)

  writeFileSync(course, text.replace(/^title: .*$/m, 'title: A title of today'))
  await expect(overlay).toHaveCount(0, { timeout: 60_000 })
  await expect.poll(titles).toContain('A title of today')
  expect(said).toContain('The content is good again.')
  expect(readdirSync(join(folder, 'data/dev-content'))).toContain('good')
})

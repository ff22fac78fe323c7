import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enterAsOwner } from '../support/desk.ts'
import type { World } from '../support/start-world.ts'
import { expect, test } from '../support/test.ts'

const lesson = 'courses/ai-zero/lessons/l01-well-read-guesser'

/** An author saves a file. @returns what puts it back */
const edit = (world: World, name: string, from: string | RegExp, to: string): (() => void) => {
  const path = join(world.contentFolder, lesson, name)
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
  return () => writeFileSync(path, text)
}

test('an author edits a draft and sees it as learners will, with its exercises @laptop', async ({ world, browser }) => {
  test.setTimeout(120_000)
  const undo = edit(world, 'en.md', 'What happens when you press Send', 'What happens to a draft')
  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/content')
  await desk.getByRole('link', { name: 'Preview' }).focus()
  await desk.keyboard.press('Enter')
  await desk.getByLabel('Lesson').selectOption('l01-well-read-guesser')
  const source = desk.getByRole('region', { name: 'Source' })
  await expect(source.getByText('# f1: What happens to a draft')).toBeVisible({ timeout: 30_000 })
  const phone = desk.frameLocator('iframe')
  await expect(phone.getByRole('heading', { name: 'What happens to a draft' })).toBeVisible({ timeout: 30_000 })
  await phone.getByText('It’s put together new, word by word').click()
  await expect(phone.getByText(/^It’s new, word by word/)).toBeVisible()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('is a program that writes text in reply to yours')).toBeVisible()

  undo()
  await desk.getByRole('button', { name: 'Read the files again' }).click()
  await expect(phone.getByRole('heading', { name: 'What happens when you press Send' })).toBeVisible({
    timeout: 30_000,
  })

  await desk.getByLabel('Language').selectOption('es')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'es', { timeout: 30_000 })
  await expect(phone.getByRole('heading', { name: 'What happens when you press Send' })).toHaveCount(0)
  const undoSpanish = edit(world, 'es.md', /^# f2: /m, '# f9: ')
  await desk.getByRole('button', { name: 'Read the files again' }).click()
  await expect(desk.getByText('The lesson can’t be shown until its errors are corrected.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(source.getByText('The fragments are f1 f9 f3 f4')).toBeVisible()
  undoSpanish()
  expect(await desk.evaluate(() => localStorage.getItem('user_language'))).toBeNull()
  await desk.context().close()
})

test('the preview of a draft shows nothing to a learner, and no other page can be framed', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  const answer = await page.goto('/desk/preview/ai-zero/l01-well-read-guesser/en')
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens when you press Send' })).toHaveCount(0)
  const other = await page.request.get('/login')
  expect(other.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('a mistake in a content file is among the findings', async ({ world, browser }) => {
  test.setTimeout(180_000)
  const undo = edit(world, 'lesson.yml', /$/, '\nunknownField: 1\n')
  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/content?show=findings')
  await expect(desk.getByText('Checking the files now.', { exact: false })).toBeVisible()
  await expect(desk.getByText('Checked on', { exact: false })).toBeVisible({ timeout: 120_000 })
  await desk.getByLabel('Level').selectOption('error')
  await desk.getByLabel('File or message').fill('unknownField')
  await desk.keyboard.press('Enter')
  const rows = desk.getByRole('table', { name: 'Findings' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('lesson.yml')
  await rows.nth(1).getByRole('link', { name: 'ai-zero.l01' }).click()
  await expect(desk.getByText('The lesson can’t be shown until its errors are corrected.')).toBeVisible({
    timeout: 30_000,
  })
  undo()
  await desk.context().close()
})

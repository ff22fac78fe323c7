import type { Locator, Page } from '@playwright/test'
import { learnOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** What keyboards of other languages do: from right to left, input methods, emoji of several people, digits of other scripts. */

const arabicDigits = '٠١٢٣٤٥٦٧٨٩'
const family = '👨‍👩‍👧‍👦'
const directionOf = (text: Locator): Promise<string> => text.evaluate((element) => getComputedStyle(element).direction)

/** As Safari tells about the Enter that confirms a composition: the composition is over, and the key code is the old 229. */
const pressEnterOfInputMethod = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
  await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 229 })
}

test('feedback counts families as one sign each, cuts none, and runs from right to left in Arabic', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto('/feedback')
  const box = page.getByRole('textbox')
  await box.focus()
  await page.keyboard.insertText(family.repeat(155))
  await expect(box).toHaveValue(family.repeat(150))
  await expect(page.getByText('150 of 150')).toBeVisible()

  await box.fill('درس جميل')
  expect(await directionOf(box)).toBe('rtl')
  await box.press('End')
  const devTools = await page.context().newCDPSession(page)
  await box.fill('か'.repeat(149))
  await devTools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(box).toHaveValue(`${'か'.repeat(149)}にほん`)
  await devTools.send('Input.insertText', { text: '日本' })
  await expect(box).toHaveValue(`${'か'.repeat(149)}日`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
})

test('a name isn’t saved by the Enter that confirms a composition', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/profile')
  const saves: string[] = []
  page.on('request', (request) => request.url().includes('first-name') && saves.push(request.postData() ?? ''))
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('さくら')
  await pressEnterOfInputMethod(page)
  await name.pressSequentially('こ')
  const saved = page.waitForResponse(/first-name/)
  await name.press('Enter')
  await saved
  expect(saves).toEqual([JSON.stringify({ firstName: 'さくらこ' })])
})

test('a prompt in Arabic runs from right to left where it is written and where it is shown', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto(`${learnOf('l03')}?fragment=2`)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  const box = page.getByPlaceholder('Enter your prompt...')
  await box.fill('أعطني ثلاث أفكار ليوم السبت')
  expect(await directionOf(box)).toBe('rtl')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^(Oops|Amazing)!$/)).toBeAttached()
  const shown = page.getByRole('blockquote').filter({ hasText: 'ثلاث' }).first()
  expect(await directionOf(shown)).toBe('rtl')
})

test('a PIN is typed with the digits of any script', async ({ page, world }) => {
  const { email, pin } = await world.makeLearner()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await page
    .getByLabel(/digit 1|PIN/i)
    .first()
    .click()
  for (const digit of pin) await page.keyboard.insertText(arabicDigits.charAt(Number(digit)))
  await expect(page).toHaveURL(/\/dashboard$/)
})

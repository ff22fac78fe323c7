import { expect, type FrameLocator, type Page } from '@playwright/test'
import { answerKey } from './course-package.ts'

type Place = FrameLocator | Page

const { options, prompts } = answerKey()

/** Reads or answers the card on screen, and goes on. @returns whether it was the last of the lesson */
export async function goOn(place: Place, { isSkipping = false } = {}): Promise<boolean> {
  const heading = place.locator('#lesson-card')
  const progress = place.getByRole('progressbar', { name: 'Lesson progress' })
  const at = await progress.getAttribute('aria-valuenow')
  await expect(heading).toBeAttached()
  for (const [question, right] of isSkipping ? [] : options)
    if (await place.getByRole('group', { name: question }).isVisible()) {
      await place.getByText(right, { exact: true }).click()
      await place.getByRole('button', { name: 'Check' }).click()
      await expect(place.getByText('Correct answer')).toBeVisible()
    }
  if (!isSkipping && (await place.getByRole('button', { name: 'Start Practice' }).isVisible())) await passPrompt(place)
  const button = place.getByRole('button', { name: /^(Continue|Finish Lesson|Skip|SKIP PRACTICE)$/ })
  const isLast = at === (await progress.getAttribute('aria-valuemax'))
  await button.click()
  if (!isLast) await expect(progress).not.toHaveAttribute('aria-valuenow', at ?? '')
  return isLast
}

/** Fails once, reads what is missing, then sends the model prompt. */
async function passPrompt(place: Place): Promise<void> {
  await place.getByRole('button', { name: 'Start Practice' }).click()
  const dialog = place.getByRole('dialog')
  await dialog.getByLabel('Your prompt').fill('Please give me an idea for a nice dinner that I can cook.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('not found yet').first()).toBeVisible()
  await expect(dialog.getByText('Suggested prompt')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  for (const [title, model] of prompts)
    if (await dialog.getByRole('heading', { name: title, exact: true }).isVisible())
      await dialog.getByLabel('Your prompt').fill(model)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Amazing!')).toBeVisible()
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(dialog).toBeHidden()
}

export async function finishLesson(place: Place, how: { isSkipping?: boolean } = {}): Promise<void> {
  while (!(await goOn(place, how)));
}

import type { Locator, Page } from '@playwright/test'
import { examine } from '../support/examine.ts'
import type { Learner } from '../support/commands.ts'
import { learnOf } from '../support/lesson.ts'
import type { World } from '../support/start-world.ts'
import { expect, test } from '../support/test.ts'

type Visit = { page: Page; world: World; signIn: (learner: Learner) => Promise<void> }

const lessonsBefore = { l03: 3, l05: 5 }

/** Opens the dialog of `ai-zero.l03` (three ideas for Saturday) or `ai-zero.l05` (the invitation to the picnic). */
const openTask = async ({ page, world, signIn }: Visit, lesson: keyof typeof lessonsBefore): Promise<Locator> => {
  await signIn(await world.makeLearner({ finishedLessons: lessonsBefore[lesson] }))
  await page.goto(`${learnOf(lesson)}?fragment=2`)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  return page.getByRole('dialog').first()
}

const evaluate = async (dialog: Locator, prompt: string): Promise<void> => {
  await dialog.getByPlaceholder('Enter your prompt...').fill(prompt)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText(/^(Oops|Amazing)!$/)).toBeAttached()
}

const row = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('heading', { name, exact: true }) })

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Tap the words that say it' })

/** Marks the words of a point with its button in the list. */
const markWords = async (page: Page, name: string, first: string, last: string): Promise<void> => {
  await row(page.getByRole('dialog').first(), name).getByRole('button', { name: 'I did say it' }).click()
  const panel = panelOf(page)
  await panel.getByRole('button', { name: first, exact: true }).click()
  if (last !== first) await panel.getByRole('button', { name: last, exact: true }).click()
  await panel.getByRole('button', { name: 'These words say it' }).click()
}

const answerOf = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'What an assistant might answer' })

test.describe('the prompt dialog', () => {
  test('the learner marks words that the checklist does not know, and the prompt passes @laptop', async ({
    page,
    world,
    signIn,
  }) => {
    const dialog = await openTask({ page, world, signIn }, 'l03')
    await evaluate(
      dialog,
      'Give me three ideas for Saturday, please. Brodek u Konice surrounds me. Twenty smackers. Grumpy Vojta tags along.',
    )
    await expect(dialog.getByText('Oops!')).toBeInViewport()
    await expect(row(dialog, 'Where you are').getByText('not found yet')).toBeVisible()
    await examine(page, 'prompt, some points are missing')

    await row(dialog, 'Where you are').getByRole('button', { name: 'I did say it' }).click()
    await examine(page, 'prompt, words to tap')
    await page.goBack()
    await expect(panelOf(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()

    for (const [name, first, last] of [
      ['Where you are', 'Brodek', 'Konice'],
      ['How much you can spend', 'Twenty', 'smackers'],
      ['Who comes along', 'Grumpy', 'along'],
    ] as const) {
      if (await row(dialog, name).getByText('not found yet').isHidden()) continue
      const question = row(dialog, name).getByRole('button', { name: 'No', exact: true })
      if (await question.isVisible()) await question.click()
      await markWords(page, name, first, last)
      await expect(panelOf(page)).toHaveCount(0)
      await expect(row(dialog, name).getByText('shown by you')).toBeVisible()
    }
    await expect(dialog.getByText('Amazing!')).toBeAttached()
    await expect(dialog.getByText(/Some points shown by you/)).toBeAttached()
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
  })

  test('a wrong value is quoted, explained and corrected in the suggestion', async ({ page, world, signIn }) => {
    const dialog = await openTask({ page, world, signIn }, 'l05')
    await evaluate(
      dialog,
      'Write an invitation to our picnic on Sunday, June 14. It starts at 3 pm at the lime tree in Riverside Park. Everyone brings a dish to share. If it rains, we meet in the hall on Mill Street.',
    )
    const time = row(dialog, 'The time')
    await expect(time.getByText('not quite')).toBeVisible()
    await expect(time.getByText('3 pm', { exact: true })).toBeVisible()
    await expect(time.getByText(/1 pm/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Your prompt' })).toHaveValue(/3 pm/)
    const suggestion = dialog.getByRole('figure', { name: 'Suggested prompt' })
    await expect(suggestion).toContainText('1 pm')
    await expect(suggestion).not.toContainText('3 pm')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    const box = dialog.getByPlaceholder('Enter your prompt...')
    await box.fill((await box.inputValue()).replace('3 pm', '1 pm'))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Amazing!')).toBeAttached()
    await expect(dialog.getByText('What made the difference: “The time”')).toBeInViewport()
  })

  test('gibberish gets one kind sentence, and marking it cannot make it pass', async ({ page, world, signIn }) => {
    const dialog = await openTask({ page, world, signIn }, 'l03')
    await evaluate(dialog, 'asdkjh qwpoei zxmcn lkjasd qweoiu zxcmnb')
    await expect(dialog.getByText('Oops!')).toBeVisible()
    await expect(dialog.getByText(/out of 5/)).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'I did say it' })).toHaveCount(0)
    await expect(dialog.getByRole('region', { name: 'Your prompt' })).toContainText('asdkjh qwpoei')
    await examine(page, 'prompt, what is not language')

    await test.step('nor can meaningless words, marked for every point next to a valid request', async () => {
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await evaluate(dialog, 'Give me three ideas for Saturday, please. Qwpoei zxmcn. Lkjasd vbnfg. Poiuzt mnbvc.')
      const panel = panelOf(page)
      for (const [name, first, last] of [
        ['Where you are', 'Qwpoei', 'zxmcn'],
        ['Who comes along', 'Poiuzt', 'mnbvc'],
        ['How much you can spend', 'Lkjasd', 'vbnfg'],
      ] as const) {
        await markWords(page, name, first, last)
        const refusal = panel.getByRole('alert').getByText(/./)
        // A place or a person can have any name.
        await expect(refusal.or(row(dialog, name).getByText('shown by you'))).toBeVisible()
        if (await refusal.isVisible()) await panel.getByRole('button', { name: 'Cancel' }).click()
      }
      await expect(row(dialog, 'How much you can spend').getByText('not found yet')).toBeVisible()
      await expect(dialog.getByText('Oops!')).toBeAttached()
      await expect(dialog.getByText('Amazing!')).toHaveCount(0)
    })
  })

  test('the answer changes with the prompt, and each piece can be shown without its point', async ({
    page,
    world,
    signIn,
  }) => {
    const dialog = await openTask({ page, world, signIn }, 'l03')
    await evaluate(dialog, 'Give me three ideas for Saturday. I can spend 20 euros. My father comes along.')
    await expect(answerOf(dialog).getByText(/The Louvre/)).toBeVisible()
    await expect(answerOf(dialog).getByText('Because this is missing: Where you are')).toBeVisible()

    await row(dialog, 'Where you are').getByRole('button', { name: 'Add it' }).click()
    await expect(dialog.getByText(/^Add: Name your town/)).toBeVisible()
    await page.keyboard.type(' I live in Porto.')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(answerOf(dialog).getByText(/your own town/)).toBeVisible()
    await expect(answerOf(dialog).getByText(/The Louvre/)).toHaveCount(0)
    await expect(dialog.getByText('Amazing!')).toBeAttached()
    await examine(page, 'prompt, all is there')

    await answerOf(dialog).getByRole('button', { name: 'Where you are' }).click()
    await expect(answerOf(dialog).getByText(/The Louvre/)).toBeVisible()
    await answerOf(dialog).getByRole('button', { name: 'Where you are' }).click()
    await expect(answerOf(dialog).getByText(/The Louvre/)).toHaveCount(0)
  })

  test('everything works by keyboard alone @laptop', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: lessonsBefore.l03 }))
    await page.goto(`${learnOf('l03')}?fragment=2`)
    const press = async (button: Locator): Promise<void> => {
      await button.focus()
      await page.keyboard.press('Enter')
    }
    await press(page.getByRole('button', { name: 'Start Practice' }))
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('textbox').focus()
    await page.keyboard.type(
      'Three ideas for Saturday. I can spend 20 euros. My father comes along. Brodek u Konice surrounds me.',
    )
    await press(dialog.getByRole('button', { name: 'Submit' }))
    await expect(dialog.getByRole('heading', { name: 'What your prompt says' })).toBeFocused()

    const place = row(dialog, 'Where you are')
    const no = place.getByRole('button', { name: 'No', exact: true })
    if (await no.isVisible()) await press(no)
    await press(place.getByRole('button', { name: 'I did say it' }))
    const panel = panelOf(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(place.getByRole('button', { name: 'I did say it' })).toBeFocused()
    await page.keyboard.press('Enter')

    await panel.getByRole('button', { name: 'Three', exact: true }).focus()
    await page.keyboard.press('End')
    await expect(panel.getByRole('button', { name: 'me', exact: true })).toBeFocused()
    for (const step of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(step)
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(panel.getByRole('status')).toHaveText('Brodek u Konice')
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('button', { name: 'These words say it' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel).toHaveCount(0)
    await expect(place.getByText('shown by you')).toBeVisible()
    await expect(place.getByRole('heading')).toBeFocused()

    await press(dialog.getByRole('button', { name: 'That isn’t it: Where you are' }))
    await expect(place.getByText('not found yet')).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Try again' }))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

import type { Locator, Page } from '@playwright/test'
import { fails, says } from '../../apps/server/src/adapters/judge/test-support/model-stand-in.ts'
import type { Learner } from '../support/commands.ts'
import { moveTo } from '../support/days.ts'
import { examine } from '../support/examine.ts'
import { learnOf } from '../support/lesson.ts'
import { hangs, modelName, type Model } from '../support/start-model.ts'
import type { World } from '../support/start-world.ts'
import { expect, test } from '../support/test.ts'

/** A world with an operator's own model, which judges and answers when the journey tells it to. */
test.use({ judge: 'model', clock: 'set' })
test.beforeEach(({ model }) => model.reset())

type Visit = { page: Page; world: World; signIn: (learner: Learner) => Promise<void> }
type Point = { id: string; quote: string; state: 'found' | 'wrong' | 'missing' }

/** The product waits 15 s for a verdict, and 10 s for the first words of an answer. */
const inTime = { timeout: 20_000 }

const words = {
  ideas: 'What could we get up to',
  three: 'a trio of suggestions',
  place: 'Brodek u Konice surrounds me',
  budget: 'Twenty smackers',
  company: 'Grumpy Vojta tags along',
  avoid: 'spare us the mall',
}
const everyWord = `${Object.values(words).join('. ')}.`

/** What the model finds for the task of `ai-zero.l03`. @param unsaid points that it does not find */
const verdict = (...unsaid: (keyof typeof words)[]) => {
  const points = Object.entries(words).map(([id, quote]): Point => {
    const isUnsaid = unsaid.some((point) => point === id)
    return isUnsaid ? { id, quote: '', state: 'missing' } : { id, quote, state: 'found' }
  })
  return says(JSON.stringify({ points }))
}

/** The dialog of `ai-zero.l03`: three ideas for Saturday. */
const openTask = async ({ page, world, signIn }: Visit): Promise<Locator> => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto(`${learnOf('l03')}?fragment=2`)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  return page.getByRole('dialog').first()
}

const send = async (dialog: Locator, prompt: string): Promise<void> => {
  await dialog.getByPlaceholder('Enter your prompt...').fill(prompt)
  await dialog.getByRole('button', { name: 'Submit' }).click()
}

const row = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('heading', { name, exact: true }) })

const modelAnswer = (dialog: Locator): Locator => dialog.getByRole('region', { name: `What ${modelName} answered` })
const assembledAnswer = (dialog: Locator): Locator =>
  dialog.getByRole('region', { name: 'What an assistant might answer' })
const stopButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Stop', exact: true })

/** Returns a learner whose prompt a model has passed and whose answer is about to start. */
const passWithModel = async (visit: Visit & { model: Model }, prompt: string): Promise<Locator> => {
  visit.model.judge(verdict())
  const dialog = await openTask(visit)
  await send(dialog, prompt)
  await expect(dialog.getByText('Amazing!')).toBeAttached()
  return dialog
}

const expectVerdictStays = async (dialog: Locator): Promise<void> => {
  await expect(dialog.getByText('Amazing!')).toBeAttached()
  await expect(dialog.getByText('5 out of 5')).toBeAttached()
  await expect(dialog.getByText(`Judged by ${modelName}`)).toBeAttached()
}

test.describe('with a model', () => {
  test('quotes are underlined, and the answer is streamed @laptop', async ({ page, world, signIn, model }) => {
    const asked = model.holdVerdict()
    const answering = model.holdAnswer()
    const dialog = await openTask({ page, world, signIn })
    await send(dialog, everyWord)
    const judge = await asked
    await expect(dialog.getByText('Evaluating your prompt...')).toBeVisible()
    judge(verdict('company'))

    await test.step('the verdict names the words that the model found', async () => {
      await expect(dialog.getByText('Oops!')).toBeAttached()
      await expect(row(dialog, 'Where you are').getByText(words.place, { exact: true })).toBeVisible()
      const quote = dialog.getByRole('blockquote').first().getByText(words.place, { exact: true })
      await expect(quote).toHaveCSS('text-decoration-line', 'underline')
      // In a lesson's text, quotes are grids in which each run of words would get its own line.
      await expect(dialog.getByRole('blockquote').first()).toHaveCSS('display', 'block')
      const unsaid = dialog.getByRole('blockquote').first().getByText(words.company)
      await expect(unsaid).toHaveCSS('text-decoration-line', 'none')
      await expect(row(dialog, 'Who comes along').getByText('not found yet')).toBeVisible()
      await expect(dialog.getByText(`Judged by ${modelName}`)).toBeAttached()
    })

    await test.step('the answer grows while the model writes', async () => {
      const answer = await answering
      await expect(stopButton(dialog)).toBeVisible()
      answer.say('1. Feed the ducks.')
      await expect(modelAnswer(dialog).getByText('1. Feed the ducks.', { exact: true })).toBeVisible()
      await examine(page, 'prompt, a model answers')
      answer.say(' They work for bread.')
      await expect(modelAnswer(dialog).getByText('1. Feed the ducks. They work for bread.')).toBeVisible()
      await expect(stopButton(dialog)).toBeVisible()
      answer.end()
      await expect(stopButton(dialog)).toHaveCount(0)
      await expect(assembledAnswer(dialog)).toHaveCount(0)
    })
  })

  test('a quote that the learner did not write counts as missing', async ({ page, world, signIn, model }) => {
    const points = [{ id: 'place', quote: 'I live in Porto', state: 'found' }]
    model.judge(says(JSON.stringify({ points })))
    const dialog = await openTask({ page, world, signIn })
    await send(dialog, `${words.place}. Please think of something.`)
    await expect(dialog.getByText('Oops!')).toBeAttached()
    await expect(dialog.getByText(`Judged by ${modelName}`)).toBeAttached()
    await expect(row(dialog, 'Where you are').getByText('not found yet')).toBeVisible()
    await expect(dialog.getByText(/I live in Porto/)).toHaveCount(0)
  })

  test('the learner can stop the answer and keeps what has arrived', async ({ page, world, signIn, model }) => {
    const answering = model.holdAnswer()
    const dialog = await passWithModel({ page, world, signIn, model }, `Hello. ${everyWord}`)
    const answer = await answering
    answer.say('1. Feed the ducks.')
    await expect(modelAnswer(dialog).getByText('1. Feed the ducks.')).toBeVisible()
    await stopButton(dialog).click()
    await expect(dialog.getByText('You stopped the answer here.')).toBeVisible()
    await expect(stopButton(dialog)).toHaveCount(0)
    await expect.poll(answer.isClosed, { message: 'the product has closed the connection' }).toBe(true)
    await expect(modelAnswer(dialog).getByText('1. Feed the ducks.', { exact: true })).toBeVisible()
    await expectVerdictStays(dialog)

    const again = model.holdAnswer()
    await dialog.getByRole('button', { name: 'See a real answer' }).click()
    const second = await again
    second.say('1. Paint a fence.')
    second.end()
    await expect(modelAnswer(dialog).getByText('1. Paint a fence.', { exact: true })).toBeVisible()
    await expect(stopButton(dialog)).toHaveCount(0)
  })

  test('the checklist judges in time, and says so, when the model hangs', async ({ page, world, signIn, model }) => {
    model.judge(hangs)
    const dialog = await openTask({ page, world, signIn })
    await send(
      dialog,
      'Give me three ideas for Saturday. I live in Porto. We can spend 20 euros. My father comes along.',
    )
    await expect(dialog.getByText('Evaluating your prompt...')).toBeVisible()
    await expect(dialog.getByText('Amazing!')).toBeAttached(inTime)
    await expect(dialog.getByText('Points found by our checklist')).toBeAttached()
    await expect(assembledAnswer(dialog)).toBeVisible()
    await expect(dialog.getByText(modelName)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
  })

  test('the learner sees the assembled answer and keeps the verdict when the model never starts answering', async ({
    page,
    world,
    signIn,
    model,
  }) => {
    model.answer(hangs)
    const dialog = await passWithModel({ page, world, signIn, model }, `Good day. ${everyWord}`)
    await expect(stopButton(dialog)).toBeVisible()
    await expect(assembledAnswer(dialog)).toBeVisible(inTime)
    await expect(stopButton(dialog)).toHaveCount(0)
    await expect(dialog.getByText('The answer didn’t come this time. Your score stays the same.')).toBeVisible()
    await expectVerdictStays(dialog)
  })

  test("the learner sees the assembled answer when the model's answer is cut off", async ({
    page,
    world,
    signIn,
    model,
  }) => {
    const answering = model.holdAnswer()
    const dialog = await passWithModel({ page, world, signIn, model }, `Good evening. ${everyWord}`)
    const answer = await answering
    answer.say('1. Feed the')
    await expect(modelAnswer(dialog).getByText('1. Feed the', { exact: true })).toBeVisible()
    answer.cut()
    await expect(assembledAnswer(dialog)).toBeVisible()
    await expect(stopButton(dialog)).toHaveCount(0)
    await expect(dialog.getByText('The answer didn’t come this time. Your score stays the same.')).toBeVisible()
    await expectVerdictStays(dialog)
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
  })

  test('the checklist judges when the model returns nonsense or breaks', async ({ page, world, signIn, model }) => {
    const dialog = await openTask({ page, world, signIn })
    for (const [behavior, ending] of [
      [says('As a language model I like ducks.'), 'No crowds, please.'],
      [fails(500), 'Please avoid crowds.'],
    ] as const) {
      model.judge(behavior)
      await send(dialog, `Give me three ideas for Saturday. I live in Porto. My father comes along. ${ending}`)
      await expect(row(dialog, 'How much you can spend').getByText('not found yet')).toBeVisible()
      await expect(row(dialog, 'Where you are').getByText('found', { exact: true })).toBeVisible()
      await expect(dialog.getByText('Points found by our checklist')).toBeAttached()
      await expect(assembledAnswer(dialog)).toBeVisible()
      await dialog.getByRole('button', { name: 'Try again' }).click()
    }
  })

  test('a model failure in the daily practice does not count against the learner', async ({
    page,
    world,
    signIn,
    model,
  }) => {
    model.judge(fails(500))
    await moveTo(page, world, '2027-01-12T10:00:00Z')
    await signIn(await world.makeLearner({ finishedLessons: 14 }))
    await moveTo(page, world, '2027-01-27T10:00:00Z')
    await page.goto('/boost')
    await expect(page.getByText('0 of 10', { exact: true })).toBeVisible()
    const title = await page.getByRole('heading', { level: 2 }).innerText()
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog').first()
    await send(dialog, 'Give me some ideas, please. I like music.')
    await expect(dialog.getByText('Oops!')).toBeAttached()
    await expect(dialog.getByText('Points found by our checklist')).toBeAttached()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('0 of 10', { exact: true })).toBeVisible()
    await page.goto('/boost')
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect(page.getByText('0 of 10', { exact: true })).toBeVisible()
    await expect(page.getByText('You missed this one last time')).toHaveCount(0)
  })
})

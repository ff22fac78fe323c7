import type { Page } from '@playwright/test'
import { newEmail, newPin, setPin } from '../support/buyer.ts'
import type { Learner } from '../support/commands.ts'
import { dayOf, learnFragment, moveTo } from '../support/days.ts'
import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { buyByInvoice, createTeam, linkInMail, makeLink, payInvoice } from '../support/team.ts'
import { enterPin, expect, test } from '../support/test.ts'

test.use({ clock: 'set' })

/** As a newcomer with a seat. */
const join = async (phone: Page, link: string, team: string): Promise<Learner> => {
  const email = newEmail()
  await phone.goto(link)
  await phone.getByRole('textbox', { name: 'Email' }).fill(email)
  await phone.getByRole('checkbox').first().check()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.goto(await linkInMail(phone, email, /\/join#pin/))
  await setPin(phone)
  await phone.getByRole('button', { name: `Join ${team}` }).click()
  await expect(heading(phone, `You’re in ${team}`)).toBeVisible()
  return { id: '', email, pin: newPin }
}

const seeProgress = async (phone: Page): Promise<void> => {
  await expect(heading(phone, 'Hello')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Continue', exact: true })).toBeVisible()
}

test('a contract ends: learners keep what they learned, and a new contract gives everybody access again', async ({
  page,
  world,
  browser,
  signIn,
}) => {
  test.slow()
  await moveTo(page, world, dayOf(0))
  await signIn(await world.makeLearner({ subscription: 'none' }))
  await createTeam(page, 'Paper Cranes')
  await buyByInvoice(page, 2, 'month')
  const link = await makeLink(page)

  const context = await browser.newContext({ baseURL: world.url })
  const phone = await context.newPage()
  await moveTo(phone, world, dayOf(0))
  const learner = await join(phone, link, 'Paper Cranes')
  await learnFragment(phone)
  await phone.goto('/dashboard')
  await seeProgress(phone)
  await page.goto('/team/plan')
  await page.getByRole('button', { name: 'End with the period' }).click()
  await expect(page.getByText(/^Ends on/)).toBeVisible()

  await moveTo(page, world, dayOf(40))
  await world.checkContracts()
  await phone.clock.setSystemTime(dayOf(40))
  await phone.goto('/dashboard')
  await expect(phone).toHaveURL(/\/login$/)
  await examine(phone, 'signed out after a contract')
  await phone.getByLabel('Email').fill(learner.email)
  await phone.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(phone, learner.pin)
  await expect(phone.getByText('Your access through Paper Cranes has ended.', { exact: false })).toBeVisible()
  await expect(phone.getByText('Welcome back, your progress is safe')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Start the free trial' })).toBeVisible()

  await page.goto('/team/plan')
  await expect(page.getByText('The contract ended on', { exact: false })).toBeVisible()
  await examine(page, 'seats after a contract')
  await page.getByRole('button', { name: 'Order with an invoice' }).click()
  await expect(page.getByText('Paid by invoice, due after 30 days')).toBeVisible()
  await payInvoice(page)
  await phone.goto('/dashboard')
  await seeProgress(phone)
  await phone.goto('/subscription')
  await expect(phone.getByText('Paid by Paper Cranes')).toBeVisible()
  await context.close()
})

import { newEmail } from '../support/buyer.ts'
import { buyPlan } from './buy-plan.ts'
import { test } from './test.ts'

test('a visitor takes the quiz, pays with the test card, sets a PIN and is signed in', async ({ tab }) => {
  test.setTimeout(240_000)
  await buyPlan(tab, newEmail())
})

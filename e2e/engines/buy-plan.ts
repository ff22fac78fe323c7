import { newPin, payingCard } from '../support/buyer.ts'
import type { EnginePage } from './engine-page.ts'
import { test } from './test.ts'

const heading = (name: string | RegExp) => ({ role: 'heading', name })

const goOn = { role: 'button', name: 'Continue' }
const options = 'main label:has(input[type="checkbox"]), main [role="group"] button, main fieldset button'

/** Chooses the first option of each step of the quiz. */
const takeQuiz = async (tab: EnginePage): Promise<void> => {
  await tab.open('/quiz/f1/1/v1')
  for (let step = 1; ; step += 1) {
    await tab.until('a step or the plan', isStepOrPlan, step)
    if (!(await tab.run(isQuiz))) return
    // Looked for before choosing: a single choice moves on by itself, and the next step may have the button.
    const hasButton = await tab.has(goOn)
    if (await tab.run(hasOptions)) await tab.clickUntil({ first: options }, 'the step is answered', isAnswered, step)
    if (hasButton) await tab.click(goOn)
  }
}

const isAnswered = (step: number): boolean =>
  location.pathname !== `/quiz/f1/${step}/v1` ||
  document.querySelector('main :checked, main [aria-pressed="true"]') !== null
const isPin = (): boolean => location.pathname === '/pin'
const isQuiz = (): boolean => location.pathname.startsWith('/quiz/')
const isStepOrPlan = (step: number): boolean =>
  !location.pathname.startsWith('/quiz/') || location.pathname === `/quiz/f1/${step}/v1`
const hasOptions = (): boolean =>
  document.querySelector('main label input[type="checkbox"], main [role="group"] button, main fieldset button') !== null

/** From the quiz to the dashboard: pays with the test card and sets a PIN. */
export async function buyPlan(tab: EnginePage, email: string): Promise<void> {
  await test.step('quiz and plan', async () => {
    await takeQuiz(tab)
    await tab.see(heading('Your personal plan'))
    await tab.click({ role: 'link', name: 'Continue' })
  })
  await test.step('address', async () => {
    await tab.enter({ role: 'textbox', name: 'Email' }, email)
    await tab.click({ role: 'checkbox', name: /I am 16 or older/ })
    await tab.click({ role: 'button', name: 'Continue' })
    await tab.see(heading('Choose your plan'))
  })
  await test.step('test card', async () => {
    await tab.click({ role: 'button', name: 'Start the free trial' })
    await tab.see({ text: 'Test checkout' })
    await tab.enter({ label: 'Card number' }, payingCard)
    await tab.enter({ label: 'Expiry date' }, '12/40')
    await tab.enter({ label: 'CVC' }, '123')
    await tab.click({ role: 'button', name: 'Start the free trial' })
    await tab.see(heading(/You’re in/))
    // The first taps on a peak don't count.
    await tab.clickUntil({ role: 'link', name: 'Choose my PIN' }, 'the PIN is next', isPin)
  })
  await test.step('PIN', async () => {
    await tab.see(heading('Set your PIN'))
    await tab.enter({ label: 'Digit 1 of 4' }, newPin)
    await tab.see(heading('Enter your PIN again'))
    await tab.enter({ label: 'Digit 1 of 4' }, newPin)
    await tab.seeAddress(/\/dashboard$/)
    await tab.see(heading('Get set up'))
  })
}

import { signIn, test } from './test.ts'

test('a learner creates a team, and the desk asks staff to sign in', async ({ tab, world }) => {
  await signIn(tab, world, await world.makeLearner())
  await test.step('team', async () => {
    await tab.open('/team')
    await tab.enter({ label: 'Name of the team' }, 'Northwind')
    await tab.enter({ role: 'textbox', name: 'Company' }, 'Northwind Ltd')
    await tab.enter({ label: 'Street and number' }, '1 Kite Street')
    await tab.enter({ label: 'City' }, 'Berlin')
    await tab.choose({ label: 'Country' }, 'DE')
    await tab.click({ role: 'button', name: 'Create the team' })
    await tab.see({ role: 'heading', name: 'Northwind' })
    await tab.click({ role: 'link', name: 'Groups' })
    await tab.seeAddress(/\/team\/groups$/)
  })
  await test.step('desk', async () => {
    await tab.open('/desk')
    await tab.see({ role: 'button', name: /passkey/i })
    await tab.reload()
    await tab.see({ role: 'button', name: /passkey/i })
  })
})

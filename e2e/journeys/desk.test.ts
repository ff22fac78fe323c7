import { heading, startLesson, startOf } from '../support/lesson.ts'
import { newEmail, newPin, openPinMail, setPin, typePin } from '../support/buyer.ts'
import {
  confirmWith,
  enrol,
  enterAsOwner,
  enterWithCode,
  findMail,
  openPerson,
  openStaffBrowser,
} from '../support/desk.ts'
import { expect, signInByForm, test } from '../support/test.ts'

test('a withdrawal has a deadline in the inbox, and the learner sees when the refund was sent', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner({ subscription: 'paid' })
  await signIn(learner)
  await page.goto('/subscription/withdrawal')
  await page.getByLabel('Your name').fill('Rosa Luz')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(heading(page, 'We’ve received your withdrawal')).toBeVisible()

  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/inbox?kind=withdrawal')
  const rows = desk.getByRole('table', { name: 'Inbox' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const inTwoWeeks = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now() + 14 * 86_400_000)
  await expect(rows.nth(1)).toContainText(inTwoWeeks)
  await rows.nth(1).getByRole('link').click()
  await expect(desk.getByRole('region', { name: 'Message' })).toContainText(learner.email)
  await page.goto('/subscription')
  await expect(page.getByText(/^You withdrew from the contract on/)).toBeVisible()
  await expect(page.getByText(/^We sent the refund on/)).toHaveCount(0)

  await desk.getByRole('button', { name: 'Refund US$9.99 and close' }).click()
  await confirmWith(desk, 'Refund US$9.99', 'the learner withdrew')
  await expect(desk.getByText('Done', { exact: true })).toBeVisible()
  await expect(desk.getByRole('button', { name: /and close$/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^We sent the refund on/)).toBeVisible()
  await desk.context().close()
})

test('an angry email is answered in the language of the learner', async ({ page, world, browser }) => {
  const email = newEmail()
  await page.addInitScript(() => localStorage.setItem('user_language', 'es'))
  await page.goto('/support')
  await page.getByLabel('Correo electrónico', { exact: true }).fill(email)
  await page.getByLabel('Asunto').fill('¡Dos cobros!')
  await page.getByLabel('Detalles').fill('Me cobrasteis dos veces. Devolvedme el dinero.')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText(/^Recibimos tu mensaje/)).toBeVisible()

  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/inbox?kind=question')
  await desk.getByRole('link', { name: '¡Dos cobros!' }).click()
  await expect(desk.getByText('Devolvedme el dinero.')).toBeVisible()
  await desk.getByLabel('Owner').selectOption({ label: 'Olga (me)' })
  await desk.getByRole('radio', { name: 'Note for staff' }).check()
  await desk.getByRole('textbox', { name: /^Text/ }).fill('Charged twice, says the provider.')
  await desk.getByRole('button', { name: 'Add the note' }).click()
  await expect(desk.getByText(/^Note by Olga/)).toBeVisible()
  await desk.getByRole('radio', { name: `Answer to ${email}` }).check()
  await desk.getByLabel(/^Template/).selectOption('Apology and answer')
  await desk.getByRole('textbox', { name: /^Text/ }).fill('El segundo cobro ya está devuelto.')
  await desk.getByRole('button', { name: 'Send the answer' }).click()
  await expect(desk.getByText(/^Answer by Olga/)).toBeVisible()
  await desk.getByRole('link', { name: 'Back to the inbox' }).click()
  await desk.goto('/desk/inbox?kind=question&state=done')
  await expect(desk.getByRole('row', { name: /¡Dos cobros!/ })).toContainText('Olga')

  const mail = await findMail(page, email, 'El segundo cobro ya está devuelto.')
  await expect(mail).toContainText('Centro de ayuda')
  await expect(mail).not.toContainText('Charged twice')
  await desk.context().close()
})

test('a learner who forgot the PIN gets a link from support and signs in with a new one', async ({
  page,
  world,
  browser,
}) => {
  const { email } = await world.makeLearner()
  const desk = await enterAsOwner(browser, world)
  const tagged = `lost+pin-${email}`
  await desk.getByRole('searchbox').fill(tagged)
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByText('Nobody has this address')).toBeVisible()
  await expect(desk.getByRole('searchbox')).toHaveValue(tagged)
  await openPerson(desk, email)
  await desk.getByRole('button', { name: 'Send a PIN link' }).click()
  await confirmWith(desk, 'Send')
  await expect(desk.getByRole('cell', { name: 'set pin after restore', exact: true })).toBeVisible()

  await openPinMail(page, email)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signInByForm(page, { id: '', email, pin: newPin })
  await desk.context().close()
})

/** The next 1/1, 2/2 … 12/12 as typed into a date field, whichever of day and month comes first there. */
const nextTwinDay = (): string => {
  const now = new Date()
  const isThisMonth = now.getUTCDate() <= now.getUTCMonth() + 1
  const month = (now.getUTCMonth() + (isThisMonth ? 0 : 1)) % 12
  const year = now.getUTCFullYear() + (month < now.getUTCMonth() ? 1 : 0)
  const part = String(month + 1).padStart(2, '0')
  return `${part}${part}${year}`
}

test('staff grant access with the keyboard alone, and the lesson opens', async ({ page, world, signIn, browser }) => {
  const learner = await world.makeLearner({ subscription: 'expired', finishedLessons: 1 })
  await signIn(learner)
  await page.goto(startOf('l01'))
  await expect(page).not.toHaveURL(/start$/)

  const desk = await enterAsOwner(browser, world)
  await openPerson(desk, learner.email)
  const open = desk.getByRole('button', { name: 'Grant access' })
  await open.focus()
  await desk.keyboard.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Grant access' })
  await expect(dialog.getByLabel('Last day')).toBeFocused()
  await desk.keyboard.press('Escape')
  // Closed is not yet gone: a press in between would open what is about to go.
  await expect(desk.locator('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
  await desk.keyboard.press('Enter')
  await desk.keyboard.type(nextTwinDay())
  await dialog.getByLabel('Reason').focus()
  await desk.keyboard.type('outage of yesterday')
  await desk.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Grant', exact: true })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(desk.getByText('Granted')).toBeVisible()

  await signIn(learner)
  await page.goto(startOf('l01'))
  await expect(page.getByRole('button', { name: 'START LESSON' })).toBeVisible()
  await desk.context().close()
})

test('a blocked learner is signed out, told why, and comes back when unblocked', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/dashboard')

  const desk = await enterAsOwner(browser, world)
  await openPerson(desk, learner.email)
  await desk.getByRole('button', { name: 'Block', exact: true }).click()
  await confirmWith(desk, 'Block', 'threatened another learner')
  await expect(desk.getByRole('button', { name: 'Unblock' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText(/^You were signed out because your account was blocked/)).toBeVisible()
  await page.getByLabel('Email').fill(learner.email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await typePin(page, learner.pin)
  await expect(page.getByText(/^Your account is blocked/).first()).toBeVisible()

  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export data' }).click()
  await confirmWith(desk, 'Download')
  expect((await download).suggestedFilename()).toContain(learner.id)
  await desk.getByRole('button', { name: 'Unblock' }).click()
  await confirmWith(desk, 'Unblock')
  await expect(desk.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await typePin(page, learner.pin)
  await expect(page).toHaveURL(/\/(dashboard|profile)$/)
  await desk.context().close()
})

test('an erasure asks for the passkey again, signs the learner out and leaves no account', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)

  const desk = await enterWithCode(browser, world)
  await openPerson(desk, learner.email)
  await desk.getByRole('button', { name: 'Erase' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(/Type the email/).fill('somebody.else@kitewise.example')
  await dialog.getByLabel('Reason').fill('asked in writing')
  const stepUp = desk.waitForResponse((answer) => answer.url().endsWith('/api/desk/step-up') && answer.ok())
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await stepUp
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(/Type the email/).fill(learner.email)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(desk).toHaveURL(/\/desk\/people$/)

  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
  const again = await page.request.post('/api/product-user/login', { data: learner })
  expect(again.status()).toBe(401)

  await desk.getByRole('searchbox').fill(learner.email)
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByText('Nobody has this address')).toBeVisible()
  await desk.goto(`/desk/audit?userId=${learner.id}`)
  const log = desk.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: /erasePerson succeeded/ }).first()).toContainText('asked in writing')
  await expect(desk.getByText(learner.email)).toHaveCount(0)
  await desk.context().close()
})

test('an owner invites support, who signs in by passkey and neither sees nor reaches what the role forbids', async ({
  world,
  browser,
}) => {
  const owner = await enterAsOwner(browser, world)
  await owner.getByRole('link', { name: 'Staff' }).click()
  await owner.getByRole('button', { name: 'Invite' }).click()
  await owner.getByLabel('Name', { exact: true }).fill('Sam')
  await owner.getByLabel('Email').fill(`sam-${crypto.randomUUID()}@staff.example`)
  await owner.getByLabel('Role').selectOption('support')
  await confirmWith(owner, 'Make the link', 'new in the team')
  const link = await owner.getByLabel('Link').inputValue()

  const sam = await openStaffBrowser(browser, world)
  expect(await enrol(sam, link)).toHaveLength(10)
  await sam.goto('/desk/account')
  await sam.getByRole('button', { name: 'Sign out' }).click()
  await sam.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const menu = sam.getByRole('navigation', { name: 'Sections' })
  await expect(menu.getByRole('link')).toHaveText(['People', 'Inbox', 'Learning', 'Deliveries', 'Samsupport'])
  await sam.goto('/desk/money')
  await expect(sam.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  await expect(sam.getByText('This page is for the roles finance, owner. Yours is support.')).toBeVisible()
  await expect(sam.getByRole('alert')).toHaveCount(0)
  expect((await sam.request.get('/api/desk/staff')).status()).toBe(403)

  const late = await openStaffBrowser(browser, world)
  await late.goto(link)
  await expect(late.getByRole('alert')).toBeVisible()
  for (const page of [owner, sam, late]) await page.context().close()
})

test('a learner lets support look with a code, sees that it does, and ends it', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner({ finishedLessons: 1 })
  await signIn(learner)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show a code' }).click()
  const shown = page.getByText(/[a-z2-9]{4}-[a-z2-9]{4}$/)
  await expect(shown).toBeVisible()
  const code = (await shown.textContent())?.slice(-9) ?? ''

  const desk = await enterAsOwner(browser, world)
  await openPerson(desk, learner.email)
  await desk.goto(`${desk.url()}/view`)
  await expect(desk.getByRole('alert')).toContainText('This person isn’t letting you look')
  await openPerson(desk, learner.email)
  await desk.getByRole('button', { name: 'Support view' }).click()
  await desk.getByRole('textbox', { name: 'Code' }).fill('aaaa-aaaa')
  await desk.getByLabel('Reason').fill('stuck in the second lesson')
  await desk.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(desk.getByRole('alert')).toContainText('This code isn’t this person’s')
  await desk.getByRole('textbox', { name: 'Code' }).fill(code)
  await desk.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(desk.getByRole('heading', { name: 'Support view', level: 1 })).toBeVisible()
  await expect(desk.getByRole('cell', { name: /^\d+ of \d+$/ })).toHaveCount(1)
  await expect(desk.getByRole('cell', { name: 'right' }).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^An owner of the service has been able to look since/)).toBeVisible()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByRole('button', { name: 'Show a code' })).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('alert')).toContainText('This person isn’t letting you look')
  await desk.context().close()
})

test('staff link an account at the identity provider, sign in and confirm with it, and unlink it', async ({
  world,
  browser,
}) => {
  const desk = await enterAsOwner(browser, world)
  const signOut = async () => {
    await desk.goto('/desk/account')
    await desk.getByRole('button', { name: 'Sign out' }).click()
  }
  await signOut()
  await desk.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(desk.getByRole('alert')).toContainText('This account isn’t linked to you.')
  await desk.getByRole('link', { name: 'Back to the desk' }).click()
  await desk.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await desk.getByRole('link', { name: 'Olga' }).click()
  await desk.getByRole('button', { name: 'Link Example ID' }).click()
  await expect(desk.getByText('Linked to olga@id.example, not used yet.')).toBeVisible()

  await signOut()
  await desk.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(desk.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(desk).toHaveURL(/\/desk\/people$/)
  await desk.getByRole('link', { name: 'Olga' }).click()
  const renew = () => desk.request.post('/api/desk/recovery-codes', { headers: { 'sec-fetch-site': 'same-origin' } })
  expect((await renew()).status()).toBe(403)
  await desk.getByRole('button', { name: 'Confirm with Example ID' }).click()
  await expect(desk).toHaveURL(/\/desk\/account$/)
  await expect(async () => expect((await renew()).status()).toBe(200)).toPass()

  await desk.getByRole('button', { name: 'Unlink' }).click()
  await expect(desk.getByRole('button', { name: 'Link Example ID' })).toBeVisible()
  await signOut()
  await desk.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(desk.getByRole('alert')).toContainText('This account isn’t linked to you.')
  await desk.context().close()
})

test('the session of a learner opens nothing at the desk', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/desk/people')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0)
  const token = await page.evaluate(() => localStorage.getItem('jwt_token'))
  const answer = await page.request.get('/api/desk/me', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})

test('an owner finds the lessons that lack a language, by keyboard, and goes on to one course', async ({
  world,
  browser,
}) => {
  const owner = await enterAsOwner(browser, world)
  await owner.getByRole('link', { name: 'Content' }).focus()
  await owner.keyboard.press('Enter')
  const rows = owner.getByRole('table', { name: 'Lessons' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('ai-zero.l00')
  await owner.getByLabel('Language').selectOption('ja')
  await owner.getByLabel('Translation').selectOption({ label: 'Missing' })
  await expect(rows.nth(1)).not.toContainText('ai-zero')
  await expect(rows.nth(1).getByRole('cell').nth(4)).toContainText('ja')
  await owner.getByLabel('Course').selectOption('ai-zero')
  await expect(owner.getByText('No lesson like this.')).toBeVisible()
  await owner.context().close()
})

test('a gift code is created at the desk, redeemed after signing in, and opens a lesson @laptop', async ({
  page,
  world,
  browser,
}) => {
  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/gifts')
  await desk.getByRole('button', { name: 'Create gift codes' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Last day to redeem').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel('Note').fill('Spring contest')
  await confirmWith(desk, 'Create', 'winners of the contest')
  const code = await desk.getByRole('region', { name: 'New codes' }).getByRole('listitem').textContent()
  await expect(desk.getByRole('table', { name: 'Gift codes' }).getByRole('row').nth(1)).toContainText('open')

  const learner = await world.makeLearner({ subscription: 'expired' })
  await page.goto(`/gift#${code}`)
  await page.getByRole('button', { name: 'I already have an account' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(learner.email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await typePin(page, learner.pin)
  await expect(page).toHaveURL(/\/gift$/)
  await expect(page.getByLabel('Your code')).toHaveValue(code ?? '')
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(heading(page, 'Enjoy your gift')).toBeVisible()
  await page.goto('/subscription')
  await expect(page.getByText(/It ends on .* You keep access until then/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep my subscription' })).toHaveCount(0)
  await startLesson(page, 'l00')

  await desk.reload()
  const row = desk.getByRole('table', { name: 'Gift codes' }).getByRole('row').nth(1)
  await expect(row).toContainText('redeemed')
  await row.getByRole('link', { name: 'Open' }).click()
  await expect(heading(desk, learner.email)).toBeVisible()
  await desk.context().close()
})

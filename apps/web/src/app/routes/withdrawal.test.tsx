import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { LearnerContext } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { WithdrawalPage } from './withdrawal.tsx'

const contract = {
  subscriptionId: 'sub_00000001',
  contractAt: Date.UTC(2040, 4, 1, 12) / 1000,
  until: Date.UTC(2040, 4, 16, 12) / 1000,
  declaredAt: null,
}

const given = (withdrawal: object | null): void =>
  api.use(http.get(at('/api/user-subscription/money-back'), () => answer({ refund: null, withdrawal })))

const show = (username = learner.username) =>
  renderPage(
    <LearnerContext value={{ ...learner, username }}>
      <Switch>
        <Route path="/subscription/withdrawal" component={WithdrawalPage} />
        <Route>
          <p>Elsewhere</p>
        </Route>
      </Switch>
    </LearnerContext>,
    '/subscription/withdrawal',
  )

it('is written, then confirmed, and then says that it has arrived', async () => {
  const sent: unknown[] = []
  given(contract)
  api.use(
    http.post(at('/api/user-subscription/withdraw'), async ({ request }) => {
      sent.push(await request.json())
      return answer({ ...contract, declaredAt: Date.UTC(2040, 4, 3) / 1000 })
    }),
  )
  const { user } = show()
  expect(await screen.findByText(/contract of 05\/01\/2040 until 05\/15\/2040/)).toBeTruthy()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your name' })
  expect(name.value).toBe('Ana')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name.')
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Ana Lima')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText(/^I, Ana Lima \(ana@example.com\), withdraw from the contract of 05\/01\/2040/)).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await screen.findByText('We’ve received your withdrawal')).toBeTruthy()
  expect(screen.getByText(/Received on 05\/03\/2040. A receipt is on its way to ana@example.com/)).toBeTruthy()
  expect(sent).toEqual([{ subscriptionId: 'sub_00000001', name: 'Ana Lima' }])
})

it('is not made under a username derived from the address', async () => {
  given(contract)
  show('ana')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' })).value).toBe('')
})

it('can be changed before it is sent', async () => {
  given(contract)
  const { user } = show()
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), ' Lima')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(document.activeElement?.textContent).toBe('Please check your statement')
  await user.click(screen.getByRole('button', { name: 'Go back and change it' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your name' }).value).toBe('Ana Lima')
})

it('keeps the statement and says why when sending fails', async () => {
  given(contract)
  api.use(http.post(at('/api/user-subscription/withdraw'), () => refusal(503, 'unavailable', '')))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('We couldn’t send your withdrawal. Please try again.'),
  )
  expect(screen.getByText(/^I, Ana/)).toBeTruthy()
})

it('says that the 14 days are over when nothing can be withdrawn', async () => {
  given(null)
  show()
  expect(await screen.findByText('The 14 days are over')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to your subscription' })).toBeTruthy()
})

it('offers a retry when the contract fails to load', async () => {
  api.use(http.get(at('/api/user-subscription/money-back'), () => refusal(500, 'internal_error')))
  const { user } = show()
  expect(await screen.findByText('We couldn’t load your contract.')).toBeTruthy()
  given(contract)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'Your name' })).toBeTruthy()
})

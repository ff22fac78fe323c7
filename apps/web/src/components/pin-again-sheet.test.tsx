import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { call } from '../lib/api-client.ts'
import { session } from '../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../test-support/api.ts'
import { renderPage } from '../test-support/render-page.tsx'
import { PinAgainSheet, usePinAgain } from './pin-again-sheet.tsx'

const pinCall = at('/api/product-user/reauthenticate')
const protectedCall = at('/api/product-user/logout')

const Page = () => {
  const pinAgain = usePinAgain()
  const [outcome, setOutcome] = useState('')
  const press = async (): Promise<void> => {
    try {
      const given = await pinAgain.run(() => call('POST /api/product-user/logout'))
      setOutcome(given === null ? 'canceled' : 'done')
    } catch (error) {
      setOutcome(`failed: ${(error as Error).message}`)
    }
  }
  return (
    <>
      <button onClick={() => void press()}>Go</button>
      <p>{outcome}</p>
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}

/** Refuses the protected call until the PIN has been given. Returns the number of calls, and the PINs. */
const givenAnOldSignIn = (right = '4826') => {
  const seen = { calls: 0, pins: [] as string[] }
  let isFresh = false
  api.use(
    http.post(protectedCall, () => {
      seen.calls += 1
      return isFresh ? answer({ loggedOut: true }) : refusal(403, 'reauthenticate')
    }),
    http.post(pinCall, async ({ request }) => {
      const { pin } = (await request.json()) as { pin: string }
      seen.pins.push(pin)
      isFresh = pin === right
      return isFresh ? answer({ reauthenticated: true }) : refusal(403, 'wrong_pin')
    }),
  )
  return seen
}

const open = async () => {
  const view = renderPage(<Page />)
  await view.user.click(screen.getByRole('button', { name: 'Go' }))
  await screen.findByRole('dialog', { name: 'Enter your PIN again' })
  return view
}

describe('a call that needs a recent sign-in', () => {
  it('goes through without a dialog when the sign-in is fresh', async () => {
    api.use(http.post(protectedCall, () => answer({ loggedOut: true })))
    const view = renderPage(<Page />)
    await view.user.click(screen.getByRole('button', { name: 'Go' }))
    expect(await screen.findByText('done')).toBeTruthy()
  })

  it('asks for the PIN, and is repeated after the fourth digit', async () => {
    const seen = givenAnOldSignIn()
    const view = await open()
    await view.user.keyboard('4826')
    expect(await screen.findByText('done')).toBeTruthy()
    expect(seen).toEqual({ calls: 2, pins: ['4826'] })
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('reports a wrong PIN and asks again, without ending the session', async () => {
    session.setToken('a-token')
    givenAnOldSignIn()
    const view = await open()
    await view.user.keyboard('1593')
    expect(await screen.findByText('That PIN isn’t right. Please try again.')).toBeTruthy()
    expect(session.token()).toBe('a-token')
    await view.user.keyboard('4826')
    expect(await screen.findByText('done')).toBeTruthy()
  })

  it.each([
    ['a rate limit', () => refusal(429, 'too_many_requests', '', { 'retry-after': '30' }), /Please wait 30 seconds/],
    ['an unknown browser', () => refusal(403, 'check_mailbox'), /Open the link we’ve emailed you/],
    ['a server error', () => refusal(500, 'internal_error'), /We couldn’t check your PIN/],
    ['a lost connection', () => HttpResponse.error(), /Check your connection/],
  ])('reports %s', async (_, respond, sentence) => {
    givenAnOldSignIn()
    api.use(http.post(pinCall, respond))
    const view = await open()
    await view.user.keyboard('4826')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('returns null when the sheet is closed, and the call is not repeated', async () => {
    const seen = givenAnOldSignIn()
    const view = await open()
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('canceled')).toBeTruthy()
    expect(seen).toEqual({ calls: 1, pins: [] })
  })

  it('throws any other refusal', async () => {
    api.use(http.post(protectedCall, () => refusal(422, 'invalid_request', 'Not so.')))
    const view = renderPage(<Page />)
    await view.user.click(screen.getByRole('button', { name: 'Go' }))
    await waitFor(() => expect(screen.getByText('failed: Not so.')).toBeTruthy())
  })
})

import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { listenTo, team } from '../../../test-support/make-team.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import type { SignInSettings } from '../api.ts'
import { TeamSignIn } from './team-sign-in.tsx'

const base = '/api/organizations/{organizationId}'
const provider = { issuer: 'https://login.company.example', clientId: 'kitewise', isRequired: false }
const domain = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  domain: 'company.example',
  state: 'proven' as const,
  record: 'kitewise-verification=a',
  checkedAt: null,
  failingSince: null,
  endsAt: null,
}
const settings: SignInSettings = {
  domains: [domain],
  provider: null,
  scim: { address: 'https://learn.example/scim/v2/1', tokens: [] },
  returnAddress: 'https://learn.example/sso/return',
  signInAddress: 'https://learn.example/sso/1',
}

let shown: SignInSettings

beforeEach(() => {
  shown = settings
  api.use(http.get(at(`${base}/sign-in`), () => answer(shown)))
})

const open = () => renderPage(<TeamSignIn team={team} />)

describe('the form of the identity provider', () => {
  it('stores issuer, client and secret, and forgets the secret afterwards', async () => {
    const sent = listenTo('put', `${base}/provider`, () => ({ done: true }))
    const { user } = open()
    const save = await screen.findByRole('button', { name: 'Save' })
    await user.type(screen.getByRole('textbox', { name: 'Issuer' }), ' https://login.company.example ')
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'kitewise')
    await user.type(screen.getByLabelText('Client secret'), 'secret-1')
    shown = { ...settings, provider }
    await user.click(save)
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(sent).toEqual([{ issuer: provider.issuer, clientId: 'kitewise', clientSecret: 'secret-1' }])
    expect(await screen.findByText(settings.signInAddress)).toBeTruthy()
    expect(screen.getByLabelText('Client secret')).toHaveProperty('value', '')
  })

  it('keeps the stored secret if none is typed, and warns before another client', async () => {
    shown = { ...settings, provider }
    const sent = listenTo('put', `${base}/provider`, () => ({ done: true }))
    const { user } = open()
    const client = await screen.findByRole('textbox', { name: 'Client ID' })
    expect(screen.queryByText(/unlinks everybody/)).toBe(null)
    await user.type(client, '-2')
    expect(screen.getByText(/unlinks everybody/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(sent).toEqual([{ issuer: provider.issuer, clientId: 'kitewise-2', clientSecret: null }])
  })

  it('keeps what was typed if the server refuses it', async () => {
    api.use(http.put(at(`${base}/provider`), () => refusal(422, 'provider_invalid')))
    const { user } = open()
    await user.type(await screen.findByRole('textbox', { name: 'Issuer' }), 'http://intranet')
    await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'kitewise')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The issuer must be a public address that begins with https.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Issuer' })).toHaveProperty('value', 'http://intranet')
  })
})

describe('the token of the directory', () => {
  const token = { createdAt: '2026-11-25T10:00:00.000Z', lastUsedAt: null, endsAt: null }

  it('is made, shown once, and listed', async () => {
    const sent = listenTo('post', `${base}/scim-tokens`, () => ({ token: 'scim-secret' }))
    const { user } = open()
    expect(await screen.findByText(settings.scim.address)).toBeTruthy()
    shown = { ...settings, scim: { ...settings.scim, tokens: [token] } }
    await user.click(screen.getByRole('button', { name: 'Create a token' }))
    expect(await screen.findByText('scim-secret')).toBeTruthy()
    expect(screen.getByText('Copy the token now. We can’t show it again.')).toBeTruthy()
    expect(await screen.findByText(/^Token of .*25.* · not used yet$/)).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  it('ends only after a second press, and its secret leaves the screen', async () => {
    shown = { ...settings, scim: { ...settings.scim, tokens: [token] } }
    listenTo('post', `${base}/scim-tokens`, () => ({ token: 'scim-secret' }))
    const ended = listenTo('delete', `${base}/scim-tokens`, () => ({ done: true }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Replace the token' }))
    expect(await screen.findByText('scim-secret')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Disconnect the directory' }))
    expect(ended).toEqual([])
    shown = settings
    await user.click(screen.getByRole('button', { name: 'Disconnect now' }))
    expect(await screen.findByRole('button', { name: 'Create a token' })).toBeTruthy()
    expect(screen.queryByText('scim-secret')).toBe(null)
  })

  it('waits for a proven domain', async () => {
    shown = { ...settings, domains: [] }
    open()
    expect(await screen.findByText('Prove a domain first. The directory can only add addresses in it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create a token' })).toBe(null)
  })
})

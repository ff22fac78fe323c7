import type { ApiKey } from '@kitewise/contract/api-key-endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { givenTeams, listenTo, team } from '../../../test-support/make-team.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { Keys } from './keys.tsx'
import { Team } from './team.tsx'

const path = '/api/organizations/{organizationId}/api-keys'
const day = 86_400
const now = Math.floor(Date.now() / 1000)

const payroll: ApiKey = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'Payroll',
  scopes: ['people:read', 'people:write'],
  hint: 'x7Qa',
  createdBy: 'ana@example.com',
  createdAt: 1_795_600_000,
  expiresAt: now + 200 * day,
  lastUsedAt: null,
  oldSecretEndsAt: null,
  requestsPerMinute: 120,
}
const secret = `kw_live_${'A'.repeat(34)}x7Qa`

/** The keys are read again after each change. */
const givenKeys = (keys: ApiKey[]): void => api.use(http.get(at(path), () => answer(keys)))

const open = () => renderPage(<Keys team={team} />)

describe('the keys of a team', () => {
  it('show what each may do, who made it, when it ends, its last use and its limit', async () => {
    const worn = {
      ...payroll,
      id: '2',
      name: 'Old',
      createdBy: null,
      expiresAt: now + 3 * day,
      lastUsedAt: 1_795_700_000,
    }
    givenKeys([payroll, worn])
    open()
    expect(await screen.findByRole('heading', { name: 'Payroll' })).toBeTruthy()
    expect(screen.getAllByText(/^kw_live_…x7Qa$/)).toHaveLength(2)
    const [facts, wornFacts] = screen.getAllByRole('list').map((list) => list.parentElement?.textContent ?? '')
    expect(facts).toMatch(/Read names.*Invite people.*by ana@example\.com.*Last usedNot yet.*120 requests a minute/)
    expect(facts).not.toContain('certificates')
    expect(wornFacts).toMatch(/by a deleted account.*Last used\d/)
    expect(screen.getAllByText('Ends soon')).toHaveLength(1)
    const reference = screen.getByRole('link', { name: 'What programs can do, call by call' })
    expect(reference.getAttribute('href')).toBe('/docs?api=organizations')
  })

  it('are made with a name, scopes and an end, and shown once', async () => {
    givenKeys([])
    const sent = listenTo('post', path, () => ({ ...payroll, secret }))
    const { user } = open()
    expect(await screen.findByText('No keys yet')).toBeTruthy()
    const make = screen.getByRole('button', { name: 'Make the key' })
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Payroll ')
    expect(make).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: /^Read names/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Read on how many days/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Invite people/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Read on how many days/ }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), '90 days')
    givenKeys([payroll])
    await user.click(make)
    expect(await screen.findByText(secret)).toBeTruthy()
    expect(screen.getByText('Copy the key now. We can’t show it again.')).toBeTruthy()
    expect(sent).toEqual([{ name: 'Payroll', scopes: ['people:read', 'people:write'], days: 90 }])
    expect(await screen.findByRole('heading', { name: 'Payroll' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
  })

  it('keep what was typed if the server refuses, and say why', async () => {
    givenKeys([payroll])
    api.use(http.post(at(path), () => refusal(409, 'too_many_api_keys')))
    const { user } = open()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'One more')
    await user.click(screen.getByRole('checkbox', { name: /^Read names/ }))
    await user.click(screen.getByRole('button', { name: 'Make the key' }))
    expect(await screen.findByText('There are 50 keys already. Revoke one first.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'One more')
    expect(screen.getByRole('checkbox', { name: /^Read names/ })).toHaveProperty('checked', true)
  })

  it('are replaced by another secret, and revoked only after a second press', async () => {
    givenKeys([payroll])
    listenTo('post', `${path}/{keyId}/rotate`, () => ({ ...payroll, secret }))
    const revoked = listenTo('delete', `${path}/{keyId}`, () => ({ done: true }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Replace the key' }))
    expect(await screen.findByText(secret)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke the key' }))
    expect(screen.getByText(/Programs with this key are refused from now on/)).toBeTruthy()
    expect(revoked).toEqual([])
    givenKeys([])
    await user.click(screen.getByRole('button', { name: 'Revoke now' }))
    expect(await screen.findByText('No keys yet')).toBeTruthy()
    expect(revoked).toHaveLength(1)
  })
})

describe('the frame of the team', () => {
  it.each(['/team/keys', '/team/events', '/team/sign-in'])('marks the settings as current at %s', async (address) => {
    givenTeams()
    renderPage(<Team permission="settings">{() => null}</Team>, address)
    const links = within(await screen.findByRole('navigation', { name: 'Parts of the team' })).getAllByRole('link')
    const current = links.filter((link) => link.hasAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual(['Settings'])
  })

  it('tells a manager that keys are for owners, and reads none', async () => {
    givenTeams([{ ...team, role: 'manager', permissions: ['people', 'groups'] }])
    renderPage(<Team permission="settings">{(shown) => <Keys team={shown} />}</Team>, '/team/keys')
    await waitFor(() => expect(screen.getByText('This part isn’t yours')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Make the key' })).toBe(null)
  })
})

import type { EventDelivery, EventEndpoint } from '@kitewise/contract/outgoing-events'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, api, at, http } from '../../../test-support/api.ts'
import { listenTo, team } from '../../../test-support/make-team.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { Receivers } from './receivers.tsx'

const base = '/api/organizations/{organizationId}/event-endpoints'

const store: EventEndpoint = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  type: 'xapi',
  url: 'https://store.company.example/xapi',
  kinds: ['lesson.finished'],
  createdAt: 1_795_600_000,
  failingSince: null,
  pausedBecause: null,
  earlierSecretUntil: null,
  waiting: 0,
  dead: 0,
}

let receivers: EventEndpoint[]

beforeEach(() => {
  receivers = []
  api.use(http.get(at(base), () => answer(receivers)))
})

const open = () => renderPage(<Receivers team={team} />)

describe('a record store', () => {
  it('is added with its name and password, and gets nothing about the contract', async () => {
    const sent = listenTo('post', base, () => ({ ...store, secret: null }))
    const { user } = open()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind of receiver' }), 'xapi')
    expect(screen.queryByRole('checkbox', { name: 'The contract or its seats change' })).toBe(null)
    await user.type(screen.getByRole('textbox', { name: 'Address' }), store.url)
    const add = screen.getByRole('button', { name: 'Add' })
    expect(add).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'User name of the store' }), 'kite')
    await user.type(screen.getByLabelText('Password of the store'), 'secret-1')
    await user.click(screen.getByRole('checkbox', { name: 'A certificate is issued' }))
    receivers = [store]
    await user.click(add)
    expect(await screen.findByRole('heading', { name: store.url })).toBeTruthy()
    const kinds = ['learner.joined', 'lesson.finished', 'course.completed']
    expect(sent).toEqual([{ type: 'xapi', url: store.url, kinds, user: 'kite', password: 'secret-1' }])
    expect(screen.queryByText('Copy the signing secret now. We can’t show it again.')).toBe(null)
    expect(screen.queryByDisplayValue('secret-1')).toBe(null)
  })
})

const delivered: EventDelivery = {
  eventId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  kind: 'lesson.finished',
  at: 1_795_600_000,
  state: 'delivered',
  attempts: 1,
  lastAt: 1_795_600_001,
  lastStatus: 204,
  lastError: null,
  nextAt: null,
}
const waiting: EventDelivery = {
  ...delivered,
  eventId: '2b4e28ba-2fa1-41d2-883f-0016d3cca427',
  kind: 'learner.joined',
  state: 'waiting',
  attempts: 3,
  lastStatus: null,
  lastError: 'connect timeout',
  nextAt: 1_795_700_000,
}
const dead: EventDelivery = {
  ...delivered,
  eventId: '3',
  kind: 'course.completed',
  state: 'dead',
  attempts: 10,
  lastStatus: 500,
}

const openLog = async () => {
  receivers = [{ ...store, waiting: 1, dead: 1 }]
  const asked: string[] = []
  api.use(
    http.get(at(`${base}/{endpointId}/deliveries`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const rows = [delivered, waiting, dead].filter(({ state }) => state === (searchParams.get('state') ?? state))
      return answer({ rows, total: searchParams.has('state') ? rows.length : 120 })
    }),
  )
  const view = open()
  await view.user.click(await screen.findByText('Deliveries'))
  await view.user.click(screen.getByRole('button', { name: 'Show the last 30 days' }))
  await screen.findByText('lesson.finished')
  return { ...view, asked }
}
const rowOf = (kind: string) => {
  const row = screen.getByText(kind).closest('li')
  if (!row) throw new Error(`no row of ${kind}`)
  return within(row)
}

describe('the log of deliveries', () => {
  it('says of each event how it went and when the next attempt is', async () => {
    await openLog()
    expect(rowOf('lesson.finished').getByText('Delivered')).toBeTruthy()
    expect(rowOf('lesson.finished').getByText(/1 attempt · Answer: 204$/)).toBeTruthy()
    expect(rowOf('learner.joined').getByText(/3 attempts · next at Nov 26, 2026/)).toBeTruthy()
    expect(rowOf('learner.joined').getByText('connect timeout')).toBeTruthy()
    expect(rowOf('course.completed').getByText('Given up')).toBeTruthy()
    expect(rowOf('course.completed').getByText(/10 attempts · Answer: 500$/)).toBeTruthy()
  })

  it('shows one state, from its first page', async () => {
    const { user, asked } = await openLog()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Waiting')
    expect(await screen.findByText('connect timeout')).toBeTruthy()
    expect(asked).toEqual(['page=1', 'page=2', 'page=1&state=waiting'])
    expect(screen.queryByText('course.completed')).toBe(null)
  })

  it('sends one event again, or all that were given up', async () => {
    const sent = listenTo('post', `${base}/{endpointId}/replay`, () => ({ replayed: 1 }))
    const { user } = await openLog()
    await user.click(rowOf('course.completed').getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('1 event will be sent again.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send all given up again' }))
    await screen.findAllByText('1 event will be sent again.')
    expect(sent).toEqual([{ eventId: dead.eventId }, { eventId: null }])
  })
})

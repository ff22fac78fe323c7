import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { call } from '../../lib/api-client.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { team } from '../../test-support/make-team.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { TeamStepUp } from './step-up.tsx'
import { useTeamAction } from './use-team-action.ts'

const Resume = ({ onDone }: { onDone: () => void }) => {
  const { run } = useTeamAction(team.id, async () => {
    await call('POST /api/organizations/{organizationId}/contract/resume', { params: { organizationId: team.id } })
    onDone()
  })
  return (
    <button type="button" onClick={() => run()}>
      Resume
    </button>
  )
}

/** A call that is refused until the PIN was entered. */
const open = async () => {
  let isFresh = false
  const seen = { calls: 0, done: 0 }
  api.use(
    http.post(at('/api/organizations/{organizationId}/contract/resume'), () => {
      seen.calls += 1
      return isFresh ? answer({}) : refusal(403, 'reauthenticate')
    }),
    http.post(at('/api/product-user/reauthenticate'), () => {
      isFresh = true
      return answer({ reauthenticated: true })
    }),
  )
  const view = renderPage(
    <TeamStepUp>
      <Resume onDone={() => (seen.done += 1)} />
    </TeamStepUp>,
  )
  await view.user.click(screen.getByRole('button', { name: 'Resume' }))
  await screen.findByRole('dialog', { name: 'Enter your PIN again' })
  return { view, seen }
}

it('asks for the PIN and repeats the write', async () => {
  const { view, seen } = await open()
  await view.user.keyboard('4826')
  await waitFor(() => expect(seen).toEqual({ calls: 2, done: 1 }))
})

it('leaves everything as it was when the sheet is closed', async () => {
  const { view, seen } = await open()
  await view.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen).toEqual({ calls: 1, done: 0 })
})

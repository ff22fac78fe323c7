import { screen, waitFor } from '@testing-library/react'
import { lazy, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Link, Route, Switch } from 'wouter'
import { session } from '../../lib/session/session.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { useHiddenBottomBar } from './bottom-bar-switch.tsx'
import { TitledHeader } from './headers.tsx'
import { DEFAULT_STREAK_COUNT, MainHeader } from './learner-header.tsx'
import { Screen } from './screen.tsx'
import { Shell } from './shell.tsx'

const First = () => (
  <Screen title="First">
    <h1>First</h1>
    <Link to="/second">Go on</Link>
  </Screen>
)
const Second = () => {
  const [isHidden, setHidden] = useState(false)
  useHiddenBottomBar(isHidden)
  return (
    <Screen title="Second" header={<TitledHeader title="Second" backTo="/first" />}>
      <button type="button" onClick={() => setHidden(true)}>
        Hide the bar
      </button>
    </Screen>
  )
}
const LazySecond = lazy(() => Promise.resolve({ default: Second }))

const show = (at: string) =>
  renderPage(
    <Shell>
      <Switch>
        <Route path="/first" component={First} />
        <Route path="/second" component={LazySecond} />
        <Route>
          <Screen title="Other">Elsewhere</Screen>
        </Route>
      </Switch>
    </Shell>,
    at,
  )

describe('navigation', () => {
  it('moves focus to the new heading and names the tab, except on the first screen', async () => {
    const { user } = show('/first')
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByRole('link', { name: 'Go on' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' })))
    expect(document.title).toBe('Second · Kitewise')
  })

  it('goes back to the previous screen, or to a fallback when this was the first one', async () => {
    const view = show('/first')
    await view.user.click(screen.getByRole('link', { name: 'Go on' }))
    await view.user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(view.address()).toBe('/first')
    view.unmount()
    const fresh = show('/second')
    await fresh.user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(fresh.address()).toBe('/first')
  })
})

describe('the logo and the Courses tab', () => {
  beforeEach(() => session.setToken('a-token'))

  it('leads to today', () => {
    renderPage(<MainHeader />)
    expect(screen.getByRole('link', { name: 'Kitewise: today' }).getAttribute('href')).toBe('/dashboard')
  })

  it.each([
    ['/courses', 'page'],
    ['/dashboard', 'true'],
    ['/course/c', 'true'],
    ['/course/c/lesson/l/start', 'true'],
    ['/profile', null],
  ])('on %s the tab is marked %s', async (address, current) => {
    show(address)
    const tab = await screen.findByRole('link', { name: 'Courses' })
    expect(tab.getAttribute('aria-current')).toBe(current)
  })
})

describe('the bottom bar', () => {
  beforeEach(() => session.setToken('a-token'))

  it('shows until a page hides it', async () => {
    const { user } = show('/second')
    await screen.findByRole('navigation')
    await user.click(screen.getByRole('button', { name: 'Hide the bar' }))
    expect(screen.queryByRole('navigation')).toBe(null)
  })

  it.each(['/pin', '/confirm-pin', '/subscription/success', '/subscription/failed', '/confirm-email-change'])(
    'does not show on %s',
    (address) => {
      show(address)
      expect(screen.queryByRole('navigation')).toBe(null)
    },
  )
})

describe('the main header', () => {
  it('shows nine days by default, else the given count, or nothing while the count is unknown', () => {
    expect(DEFAULT_STREAK_COUNT).toBe(9)
    renderPage(<MainHeader />)
    expect(screen.getByRole('img', { name: '9 days in a row' })).toBeTruthy()
    renderPage(<MainHeader streakCount={1} />)
    expect(screen.getByRole('img', { name: '1 day in a row' })).toBeTruthy()
    renderPage(<MainHeader streakCount={null} />)
    expect(screen.getAllByRole('img')).toHaveLength(2)
  })
})

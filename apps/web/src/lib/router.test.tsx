import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Link, Route, useParams, useSearchParams } from 'wouter'
import { renderPage } from '../test-support/render-page.tsx'
import { anyOf, type Location, matchPath, type Navigator, Router } from './router.tsx'

describe('matchPath', () => {
  it.each([
    ['/course/:courseId', '/course/ai-zero', { courseId: 'ai-zero' }],
    ['/course/:courseId', '/course/ai-zero/', { courseId: 'ai-zero' }],
    ['/course/:courseId', '/course/ai%20zero', { courseId: 'ai zero' }],
    ['/course/:courseId', '/course/100%', { courseId: '100%' }],
    ['/Course/:courseId', '/cOURSE/AI', { courseId: 'AI' }],
    ['/course/:courseId/*', '/course/c1/lesson', { courseId: 'c1' }],
    ['/', '/', {}],
    ['*', '/anything/at/all', {}],
    ['/quiz/*', '/quiz/f1/2/v1', {}],
    ['/quiz/*', '/quiz', {}],
  ])('%s fits %s', (pattern, pathname, params) => {
    expect(matchPath(pattern, pathname)).toMatchObject(params)
  })

  it.each([
    ['/course/:courseId', '/course/ai-zero/lesson'],
    ['/course/:courseId', '/course'],
    ['/', '/login'],
    ['/quiz/*', '/quizzes'],
  ])("%s doesn't fit %s", (pattern, pathname) => {
    expect(matchPath(pattern, pathname)).toBeNull()
  })
})

const Address = () => {
  const [search, setSearch] = useSearchParams()
  return (
    <button type="button" onClick={() => setSearch({ name: `${search.get('name')}!` })}>
      {useParams().courseId}, {search.get('name')}
    </button>
  )
}
const show = (address: string) => renderPage(<Route path="/course/:courseId" component={Address} />, address)

it('anyOf fits each of its patterns, and nothing around them', () => {
  const some = anyOf(['/course/:courseId', '/quiz/*'])
  const fits = ['/Course/c1/', '/quiz/f1/1/v1', '/course', '/course/c1/lesson', '/my/quiz/f1'].filter((path) =>
    some.test(path),
  )
  expect(fits).toEqual(['/Course/c1/', '/quiz/f1/1/v1'])
})

describe('an address', () => {
  it('is decoded once, with a slash within a segment', () => {
    show('/course/c%2F1?name=100%2541')
    expect(screen.getByRole('button').textContent).toBe('c/1, 100%41')
  })

  it('keeps a malformed escape', () => {
    show('/course/100%?name=100%')
    expect(screen.getByRole('button').textContent).toBe('100%, 100%')
  })

  it('keeps the path when the query changes', async () => {
    const { user, address } = show('/course/c1?name=a')
    await user.click(screen.getByRole('button'))
    expect(address()).toBe('/course/c1?name=a%21')
  })
})

const here: Location = { pathname: '/courses', search: '?sort=new', hash: '', state: null, key: 'default' }
const press = (to: string, how: MouseEventInit = {}) => {
  const navigator = {
    push: vi.fn<Navigator['push']>(),
    replace: vi.fn<Navigator['replace']>(),
    go: vi.fn<Navigator['go']>(),
  }
  render(
    <Router location={here} action="POP" navigator={navigator}>
      <Link to={to} state={{ from: 'here' }}>
        Go
      </Link>
    </Router>,
  )
  const link = screen.getByRole('link', { name: 'Go' })
  const isLeftToBrowser = fireEvent.click(link, how)
  return { navigator, isLeftToBrowser, href: link.getAttribute('href') }
}

describe('Link', () => {
  it('moves within the app', () => {
    const { navigator, isLeftToBrowser } = press('/profile?tab=1#top')
    expect(navigator.push).toHaveBeenCalledExactlyOnceWith('/profile?tab=1#top', { from: 'here' })
    expect(isLeftToBrowser).toBe(false)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves %j to the browser, which opens another tab',
    (how) => {
      const { navigator, isLeftToBrowser } = press('/profile', how)
      expect(navigator.push).not.toHaveBeenCalled()
      expect(isLeftToBrowser).toBe(true)
    },
  )
})

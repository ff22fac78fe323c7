import { HttpResponse } from 'msw'
import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from '../../test-support/memory-router.tsx'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { brand } from '../../lib/brand.ts'
import { clearDrafts } from '../../lib/drafts.ts'
import { createPublicQueryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { messages } from '../../test-support/english.ts'
import { learner } from '../../test-support/render-page.tsx'
import { SupportPage } from './support.tsx'

const show = (entry: string | { pathname: string; search?: string; state?: unknown } = '/support') => ({
  user: userEvent.setup(),
  ...render(
    <QueryClientProvider client={createPublicQueryClient()}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <MemoryRouter initialEntries={[entry]}>
          <Switch>
            <Route path="/support" component={SupportPage} />
          </Switch>
        </MemoryRouter>
      </IntlProvider>
    </QueryClientProvider>,
  ),
})
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (view: ReturnType<typeof show>, name: string) => view.user.click(screen.getByRole('button', { name }))
const submit = (view: ReturnType<typeof show>) => press(view, 'Open my email app')
const fill = async (view: ReturnType<typeof show>, words: Record<string, string>) => {
  for (const [label, text] of Object.entries(words)) {
    await view.user.click(field(label))
    await view.user.paste(text)
  }
}
const whole = { Email: 'ana@example.com', 'What’s it about?': 'Refund', Details: 'Please & thanks' }

const open = vi.fn<typeof window.open>()
beforeEach(() => void vi.spyOn(window, 'open').mockImplementation(open))
afterEach(() => {
  open.mockReset()
  vi.restoreAllMocks()
})

describe('the mail', () => {
  it('goes to the support address with subject and body, and the form says what to do next', async () => {
    const view = show()
    await fill(view, { 'Name (optional)': ' Ana ', ...whole })
    await submit(view)
    expect(open).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^mailto:/), '_self')
    const address = new URL(open.mock.calls[0]?.[0] as string)
    expect(address.pathname).toBe(brand.supportEmail)
    expect(address.searchParams.get('subject')).toBe('Support Request: Refund')
    expect(address.searchParams.get('body')).toBe(
      'Name: Ana\r\nEmail: ana@example.com\r\nConcern: Refund\r\n\r\nDetails:\r\nPlease & thanks',
    )
    expect(
      screen.getByText('Email client opened. Please send the email to complete your support request.'),
    ).toBeTruthy()
    expect(field('Details').value).toBe('Please & thanks')
  })

  it('takes no recipient and no header from the input', async () => {
    const view = show()
    const nasty = 'x&bcc=eve@example.com&cc=e%40e#?subject=y'
    await fill(view, { 'Name (optional)': nasty, Email: 'ana@example.com', 'What’s it about?': nasty, Details: nasty })
    await submit(view)
    const address = new URL(open.mock.calls[0]?.[0] as string)
    expect([...address.searchParams.keys()]).toEqual(['subject', 'body'])
    expect([address.pathname, address.hash]).toEqual([brand.supportEmail, ''])
    expect(address.searchParams.get('subject')).toBe(`Support Request: ${nasty}`)
  })

  it('says when it cannot be written', async () => {
    const view = show({ pathname: '/support', state: { details: 'half a character: \uD800' } })
    await fill(view, { Email: 'ana@example.com', 'What’s it about?': 'Odd' })
    await submit(view)
    expect(screen.getByText('Error opening email client. Please try again.')).toBeTruthy()
    expect(open).not.toHaveBeenCalled()
  })
})

describe('the request', () => {
  const supportCall = at('/api/support-requests')

  it('is sent with its topic and confirmed, and the form is free for the next one', async () => {
    const sent: Record<string, unknown>[] = []
    api.use(
      http.post(supportCall, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>)
        return answer({ sent: true })
      }),
    )
    const view = show()
    await fill(view, whole)
    await view.user.selectOptions(screen.getByLabelText('Topic'), 'A refund')
    await press(view, 'Send')
    const said = await screen.findByText('We’ve received your message and will answer by email to ana@example.com.')
    expect(said.closest('[role="status"]')).toBeTruthy()
    expect(sent).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        topic: 'refund',
        name: '',
        email: 'ana@example.com',
        concern: 'Refund',
        details: 'Please & thanks',
      },
    ])
    expect([field('Email').value, field('Details').value]).toEqual(['ana@example.com', ''])
  })

  it('survives a lost connection and a reload, and is sent again as the same request', async () => {
    const ids: unknown[] = []
    let isLost = true
    api.use(
      http.post(supportCall, async ({ request }) => {
        ids.push(((await request.json()) as { requestId: string }).requestId)
        return isLost ? HttpResponse.error() : answer({ sent: true })
      }),
    )
    const first = show()
    await fill(first, whole)
    await press(first, 'Send')
    expect(await screen.findByText(/Your message wasn’t sent/)).toBeTruthy()
    expect(field('Details').value).toBe('Please & thanks')
    first.unmount()
    const second = show()
    isLost = false
    await press(second, 'Send')
    await screen.findByText(/We’ve received your message/)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('with a changed text is another request', async () => {
    const ids: unknown[] = []
    api.use(
      http.post(supportCall, async ({ request }) => {
        ids.push(((await request.json()) as { requestId: string }).requestId)
        return refusal(503, 'unavailable')
      }),
    )
    const view = show()
    await fill(view, whole)
    await press(view, 'Send')
    await screen.findByText(/Your message wasn’t sent/)
    await fill(view, { Details: ' More.' })
    await press(view, 'Send')
    await screen.findByText(/Your message wasn’t sent/)
    expect(new Set(ids).size).toBe(2)
  })

  it('is not sent while something is missing', async () => {
    const view = show()
    await press(view, 'Send')
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(3)
    expect(document.activeElement).toBe(field('Email'))
  })

  it('says when there were too many', async () => {
    api.use(http.post(supportCall, () => refusal(429, 'too_many_requests', '', { 'retry-after': '3600' })))
    const view = show()
    await fill(view, whole)
    await press(view, 'Send')
    expect(await screen.findByText('Too many attempts. Please wait 1 hour and try again.')).toBeTruthy()
  })
})

describe('the fields', () => {
  it('are named when required and empty, and the first of them gets the focus', async () => {
    const view = show()
    await submit(view)
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(3)
    expect(document.activeElement).toBe(field('Email'))
    expect(field('Email').type).toBe('email')
    expect(field('Details').getAttribute('rows')).toBe('4')
    await fill(view, { ...whole, Email: 'ana' })
    await submit(view)
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
    expect(open).not.toHaveBeenCalled()
  })

  it('keep their input over a reload, until the learner signs out', async () => {
    const first = show()
    await fill(first, whole)
    first.unmount()
    const second = show()
    expect([field('Email').value, field('What’s it about?').value, field('Details').value]).toEqual(
      Object.values(whole),
    )
    second.unmount()
    clearDrafts()
    show()
    expect(field('Details').value).toBe('')
  })

  it('are prefilled once by the page that leads here', async () => {
    const entry = { pathname: '/support', search: '?concern=Refund', state: { details: 'Plan: Monthly' } }
    const first = show(entry)
    expect([field('What’s it about?').value, field('Details').value]).toEqual(['Refund', 'Plan: Monthly'])
    await fill(first, { Details: ' and more', Email: 'ana@example.com' })
    first.unmount()
    const again = show(entry)
    expect(field('Details').value).toBe('Plan: Monthly and more')
    again.unmount()
    show('/support?concern=Other')
    expect([field('What’s it about?').value, field('Email').value]).toEqual(['Other', 'ana@example.com'])
  })

  it('take no e-mail from the address', () => {
    show('/support?email=eve@example.com&details=x&concern=Hi')
    expect([field('Email').value, field('Details').value, field('What’s it about?').value]).toEqual(['', '', 'Hi'])
  })
})

describe('the page', () => {
  it('shows visitors the logo, its own heading and a language link', () => {
    show()
    expect(screen.getByRole('heading', { level: 1, name: 'Support Center' }).closest('main')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Language: English' })).toBeTruthy()
  })

  it('shows learners the titled header and knows their e-mail', () => {
    session.setToken('a.b.c', learner)
    show()
    expect(screen.getByRole('heading', { level: 1, name: 'Support Center' }).closest('header')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Language: English' })).toBeNull()
    expect(field('Email').value).toBe(learner.email)
  })

  it("knows a learner's e-mail after a reload, and appears even when it is unknown", async () => {
    const meCall = at('/api/product-user/me')
    session.setToken('a.b.c')
    api.use(http.get(meCall, () => answer(learner)))
    const view = show({ pathname: '/support', state: { concern: 'Refund' } })
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', learner.email)
    expect(field('What’s it about?').value).toBe('Refund')
    view.unmount()
    clearDrafts()
    api.use(http.get(meCall, () => refusal(503, 'unavailable')))
    show()
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', '')
  })

  it('shows the address and copies it, for visitors without a mail program', async () => {
    const view = show()
    expect(screen.getByText(brand.supportEmail)).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Copy the address' }))
    expect(await screen.findByText('Address copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(brand.supportEmail)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await view.user.click(screen.getByRole('button', { name: 'Copy the address' }))
    expect(await screen.findByText(/select the address and copy it yourself/)).toBeTruthy()
  })
})

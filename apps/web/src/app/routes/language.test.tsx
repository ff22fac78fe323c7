import { languageDetails, textLanguages } from '@kitewise/rules/language'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { followProfileLanguage } from '../../features/account/save-language.ts'
import { setLanguage, useLanguage } from '../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { LanguagePage } from './language.tsx'
import { LoginPage } from './login.tsx'

vi.mock('../../lib/i18n/texts.tsx', async (original) => ({
  ...(await original()),
  hasTexts: (language: string) => language !== 'tr',
}))

const updateCall = at('/api/product-user/update-language')
const locales = textLanguages.map((code) => ({ code, name: languageDetails[code].name }))
const show = (address = '/language') =>
  renderPage(
    <Switch>
      <Route path="/language" component={LanguagePage} />
      <Route path="/login" component={LoginPage} />
      <Route>
        <h1>Elsewhere</h1>
      </Route>
    </Switch>,
    address,
  )
const language = (name: string) => screen.findByRole('radio', { name })
const chosen = () => useLanguage.getState().language
const accept = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.put(updateCall, async ({ request }) => {
      const body = (await request.json()) as { language: string }
      sent.push(body)
      return answer(body)
    }),
  )
  return sent
}

beforeEach(() => {
  setLanguage('en')
  api.use(http.get(at('/api/i18n/locales'), () => answer(locales)))
})

describe('the list', () => {
  it('has the eight languages in their own names, with the current one selected', async () => {
    show()
    expect(await language('English')).toHaveProperty('checked', true)
    for (const { name } of locales) expect(await language(name)).toBeTruthy()
    expect(screen.getByText('Українська').getAttribute('lang')).toBe('uk')
  })

  it('can be retried when it fails to load', async () => {
    api.use(http.get(at('/api/i18n/locales'), () => refusal(500, 'internal_error')))
    const { user } = show()
    expect(await screen.findByText('The list of languages didn’t load.')).toBeTruthy()
    api.use(http.get(at('/api/i18n/locales'), () => answer(locales)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await language('Español')).toBeTruthy()
  })
})

describe('signed out', () => {
  it('applies a choice at once, keeps it in this browser, and makes no call', async () => {
    const { user } = show()
    await user.click(await language('Español'))
    expect(chosen()).toBe('es')
    expect(localStorage.getItem('user_language')).toBe('es')
    expect(screen.getByText('Language updated in this browser.')).toBeTruthy()
    expect(unsavedLanguage.read()).toBeNull()
  })

  it('offers a way back to the login', async () => {
    const view = show()
    await view.user.click(screen.getByRole('link', { name: 'Back to login' }))
    expect(view.address()).toBe('/login')
  })

  it('keeps the e-mail typed at the login for the way back', async () => {
    const view = show('/login')
    await view.user.type(screen.getByLabelText('Email'), 'ana@example.com')
    await view.user.click(screen.getByRole('link', { name: 'Language: English' }))
    expect(view.address()).toBe('/language')
    await view.user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(view.address()).toBe('/login'))
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
  })
})

describe('signed in', () => {
  beforeEach(() => session.setToken('a.b.c', learner))

  it('applies a choice at once and stores it in the profile', async () => {
    const sent = accept()
    const { user } = show()
    await user.click(await language('Français'))
    expect(chosen()).toBe('fr')
    expect(await screen.findByText('Language updated.')).toBeTruthy()
    expect(sent).toEqual([{ language: 'fr' }])
    expect(useSession.getState().learner?.lang).toBe('fr')
    expect(unsavedLanguage.read()).toBeNull()
    expect(screen.queryByRole('link', { name: 'Back to login' })).toBeNull()
  })

  it('sends the last of several quick choices last', async () => {
    const heard: string[] = []
    const releases: (() => void)[] = []
    const held = new Promise<void>((resolve) => releases.push(resolve))
    api.use(
      http.put(updateCall, async ({ request }) => {
        const body = (await request.json()) as { language: string }
        if (heard.length === 0) await held
        heard.push(body.language)
        return answer(body)
      }),
    )
    const { user } = show()
    for (const name of ['Українська', '한국어', 'Português']) await user.click(await language(name))
    for (const release of releases) release()
    expect(await screen.findByText('Language updated.')).toBeTruthy()
    expect(heard).toEqual(['ua', 'pt'])
    expect([chosen(), useSession.getState().learner?.lang]).toEqual(['pt', 'pt'])
  })

  it('reports a failure, keeps the choice here, and saves it on the next attempt', async () => {
    api.use(http.put(updateCall, () => HttpResponse.error()))
    const { user } = show()
    await user.click(await language('日本語'))
    expect(await screen.findByText('Failed to update language')).toBeTruthy()
    expect(screen.getByText(/We saved your choice in this browser/)).toBeTruthy()
    expect([chosen(), unsavedLanguage.read()]).toEqual(['ja', 'ja'])
    accept()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Language updated.')).toBeTruthy()
    expect(screen.queryByText('Failed to update language')).toBeNull()
  })

  it('keeps a choice after the session has ended', async () => {
    api.use(http.put(updateCall, () => refusal(401, 'unauthorized')))
    const { user } = show()
    await user.click(await language('Español'))
    await screen.findByText('Failed to update language')
    expect([chosen(), localStorage.getItem('user_language')]).toEqual(['es', 'es'])
  })

  it('prefers an unsaved choice over the profile, and sends it when the profile loads', async () => {
    unsavedLanguage.write('ko')
    const sent = accept()
    followProfileLanguage('fr')
    expect(chosen()).toBe('ko')
    await waitFor(() => expect(unsavedLanguage.read()).toBeNull())
    expect(sent).toEqual([{ language: 'ko' }])
    followProfileLanguage('fr')
    expect(chosen()).toBe('fr')
  })
})

it('says when a language has no texts yet', async () => {
  const { user } = show()
  await user.click(await language('Türkçe'))
  expect(screen.getByText('Türkçe is on its way. Until then, you’ll see English.')).toBeTruthy()
  await user.click(await language('English'))
  expect(screen.queryByText(/is on its way/)).toBeNull()
})

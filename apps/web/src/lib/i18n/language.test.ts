import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = (): string | null => localStorage.getItem('user_language')

/** The language is determined when the module is first loaded, so every case reloads it. */
const start = async (browser: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  vi.resetModules()
  const language = await import('./language.ts')
  language.rememberStartLanguage()
  return language
}

beforeEach(() => vi.restoreAllMocks())

describe('at start', () => {
  it.each([
    [null, ['uk-UA', 'en'], 'ua', 'uk'],
    [null, ['de-DE', 'pt-BR'], 'pt', 'pt'],
    [null, ['de'], 'en', 'en'],
    ['fr', ['uk-UA'], 'fr', 'fr'],
    ['uk', ['uk-UA'], 'en', 'en'],
    ['us', ['fr'], 'en', 'en'],
    ['klingon', ['fr'], 'en', 'en'],
  ])('stored %j and browser %j give %s', async (storedBefore, browser, expected, locale) => {
    if (storedBefore !== null) localStorage.setItem('user_language', storedBefore)
    const language = await start(browser)
    expect(language.useLanguage.getState().language).toBe(expected)
    expect(stored()).toBe(expected)
    expect(language.interfaceLocale()).toBe(locale)
  })
})

it.each([
  ['/welcome?lang=uk', 'ua'],
  ['/welcome/ai-zero?lang=ja', 'ja'],
  ['/welcome?lang=klingon', 'en'],
  ['/welcome', 'fr'],
  ['/login?lang=uk', 'fr'],
])('at %s, where French is stored, starts in %s', async (address, expected) => {
  localStorage.setItem('user_language', 'fr')
  history.replaceState(null, '', address)
  const language = await start(['es'])
  history.replaceState(null, '', '/')
  expect(language.useLanguage.getState().language).toBe(expected)
})

it("adopts and stores the profile's language", async () => {
  localStorage.setItem('user_language', 'es')
  const language = await start(['fr'])
  language.adoptProfileLanguage('ua')
  expect(language.useLanguage.getState().language).toBe('ua')
  expect(stored()).toBe('ua')
})

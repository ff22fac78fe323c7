import { createContext, runInContext } from 'node:vm'
import { parse } from 'acorn'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { CompatData, compareVersions } from '../../../scripts/browsers/compat-data.ts'
import sentences from '../../../packages/texts/web/old-browser.json' with { type: 'json' }
import { textLanguages } from '../../../packages/rules/src/language.ts'
import { browserCheck } from './browser-check.ts'
import { oldestBrowsers, oldestBrowsersOfCourses, type OldestBrowsers } from './supported-browsers.ts'

type Browser = {
  lacks?: string
  languages?: unknown
  language?: unknown
  stored?: Record<string, string>
  isDark?: boolean
}

/** Features by the names that the tests in the scripts have, in MDN's data. */
const features = {
  app: {
    noModule: 'html.elements.script.nomodule',
    'selector(:has(a))': 'css.selectors.has',
    color: 'css.types.color.color-mix',
    height: 'css.types.length.lh',
  },
  course: {
    at: 'javascript.builtins.Array.at',
    hasOwn: 'javascript.builtins.Object.hasOwn',
    structuredClone: 'api.structuredClone',
    showModal: 'api.HTMLDialogElement.showModal',
  },
}

/** Runs a page's first script in a page of its own, and returns the page. */
const open = (page: 'app' | 'course', { lacks, stored = {}, isDark = false, ...browser }: Browser): Window => {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } })
  window.document.body.innerHTML = '<div id="root">The app</div>'
  const { document } = window
  const create = (name: string): unknown => {
    const element = document.createElement(name)
    if (name === 'script') return lacks === 'noModule' ? {} : { noModule: false }
    if (name === 'dialog') return lacks === 'showModal' ? {} : { showModal: null }
    return element
  }
  const context = createContext({
    CSS: lacks === 'CSS' ? undefined : { supports: (name: string) => name !== lacks },
    structuredClone: lacks === 'structuredClone' ? undefined : () => undefined,
    navigator: { language: 'en', languages: ['en'], ...browser },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: isDark }),
    document: new Proxy(document, {
      get: (target, name) => {
        if (name === 'createElement') return create
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    }),
  })
  context.window = context
  if (lacks === 'at') runInContext('delete Array.prototype.at', context)
  if (lacks === 'hasOwn') runInContext('delete Object.hasOwn', context)
  runInContext(browserCheck(page), context)
  return window
}

const titleOf = ({ document }: Window): string | undefined => document.querySelector('h1')?.textContent

describe.each(['app', 'course'] as const)('the first script of the page of an %s', (page) => {
  it('is ES5', () => {
    expect(() => parse(browserCheck(page), { ecmaVersion: 5 })).not.toThrow()
  })

  it('leaves the page alone where everything is there', () => {
    const { document } = open(page, {})
    expect(document.body.innerHTML).toBe('<div id="root">The app</div>')
    expect(document.documentElement.hasAttribute('data-load-failed')).toBe(false)
  })

  it.each([...Object.keys(features[page]), ...(page === 'app' ? ['CSS'] : [])])(
    'says it where %s is missing',
    (lacks) => {
      const window = open(page, { lacks })
      expect(titleOf(window)).toBe(sentences.en.title)
      expect(window.document.getElementById('root')).toBeNull()
      expect(window.document.documentElement.getAttribute('data-load-failed')).toBe('old-browser')
    },
  )
})

const newest = (browser: keyof OldestBrowsers, paths: string[]): string => {
  const data = new CompatData(oldestBrowsers)
  const versions = paths.map((path) => {
    const support = data.statementOf(path)?.support[browser === 'ios' ? 'safari_ios' : browser]
    const added = [support ?? []].flat().find(({ prefix, flags }) => !prefix && !flags)?.version_added
    return typeof added === 'string' ? added : '999'
  })
  return versions.toSorted(compareVersions).at(-1) ?? ''
}

it.each(Object.entries(oldestBrowsers) as [keyof OldestBrowsers, string][])(
  "draws the app's line where the list does: %s %s",
  (browser, version) => {
    expect(newest(browser, Object.values(features.app))).toBe(version)
  },
)

it.each(Object.entries(oldestBrowsersOfCourses) as [keyof OldestBrowsers, string][])(
  'refuses no supported browser an exported course: %s %s',
  (browser, version) => {
    expect(compareVersions(newest(browser, Object.values(features.course)), version)).toBeLessThanOrEqual(0)
  },
)

describe('what an old browser says', () => {
  const lacks = 'height'

  it.each(textLanguages)('has a title, what to do and the versions in %s', (language) => {
    const { document } = open('app', { lacks, stored: { user_language: language } })
    const { title, text } = sentences[language]
    expect(document.title).toBe(title)
    expect(document.querySelector('h1')?.textContent).toBe(title)
    const [what, versions] = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(what).toBe(text)
    for (const version of ['111', '121', '16.4']) expect(versions).toContain(version)
    expect(versions).not.toContain('{')
  })

  it('names the versions of a course in a course', () => {
    const { document } = open('course', { lacks: 'at' })
    expect(document.body.textContent).toContain('Safari and iOS from 15.4')
  })

  it.each<[string, Browser, string]>([
    ['the first language that there is', { languages: ['nl-NL', 'uk-UA', 'fr'] }, 'uk'],
    ['one language where there is no list', { languages: undefined, language: 'ko-KR' }, 'ko'],
    ['English without any', { languages: undefined, language: undefined }, 'en'],
    ['English for what is no language', { languages: ['C', 'constructor', null] }, 'en'],
    ['the choice before the browser', { stored: { user_language: 'ja' }, languages: ['fr'] }, 'ja'],
    ['English for the code uk that was chosen', { stored: { user_language: 'uk' }, languages: ['en'] }, 'en'],
  ])('is in %s', (_, browser, lang) => {
    expect(open('app', { lacks, ...browser }).document.documentElement.lang).toBe(lang)
  })

  it.each<[string, Browser, string]>([
    ['a light device', {}, '#fffbf5'],
    ['a dark device', { isDark: true }, '#12122a'],
    ['a dark choice', { stored: { preferences: '{"theme":"dark"}' } }, '#12122a'],
    ['a light choice on a dark device', { stored: { preferences: '{"theme":"light"}' }, isDark: true }, '#fffbf5'],
  ])("has the app's colors for %s", (_, browser, paper) => {
    expect(open('app', { lacks, ...browser }).document.body.style.background).toContain(paper)
  })
})

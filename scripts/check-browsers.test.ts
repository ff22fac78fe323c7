import { parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import { describe, expect, it } from 'vitest'
import { CompatData, compareVersions } from './browsers/compat-data.ts'
import type { Part } from './browsers/parts.ts'
import { syntaxOf } from './browsers/script-syntax.ts'
import { WebNames } from './browsers/web-names.ts'
import { judge, PartReader } from './check-browsers.ts'

const featuresIn = (part: Part, name: string, text: string): string[] => {
  const reader = new PartReader(part)
  reader.read(name, text)
  return reader.findings.map(({ feature }) => feature)
}

const builtins = 'javascript.builtins'
const patterns = 'javascript.regular_expressions'

describe('in scripts', () => {
  it.each<[string, string, Part]>([
    ['Object.groupBy(a, b)', `${builtins}.Object.groupBy`, 'web'],
    ['const { groupBy } = Object', '.groupBy', 'web'],
    ['Array["fromAsync"](a)', `${builtins}.Array.fromAsync`, 'desk'],
    ['Promise.withResolvers()', `${builtins}.Promise.withResolvers`, 'worker'],
    ['AbortSignal.any([a])', 'api.AbortSignal.any_static', 'web'],
    ['new Intl.DurationFormat("en")', `${builtins}.Intl.DurationFormat`, 'web'],
    ['new Intl.NumberFormat("en", { roundingIncrement: 5 })', 'roundingIncrement', 'player'],
    ['a.difference(b)', '.difference', 'web'],
    ['a.toSorted()', '.toSorted', 'player'],
    ['a.findLast(b)', '.findLast', 'player'],
    ['a.checkVisibility()', '.checkVisibility', 'web'],
    ['new Float16Array(2)', `${builtins}.Float16Array`, 'web'],
    ['scheduler.yield()', 'api.Scheduler.yield', 'web'],
    ['window.navigation', 'api.Window.navigation', 'web'],
    ['navigator.login', 'api.Navigator.login', 'web'],
    ['CSS.highlights', 'api.CSS.highlights_static', 'web'],
    ['addEventListener("beforematch", a)', 'api.Element.beforematch_event', 'web'],
    ['(0, a.jsx)("div", { popover: "auto" })', 'html.global_attributes.popover', 'web'],
    ['a.setAttribute("popover", "")', 'html.global_attributes.popover', 'web'],
    ['{ using a = b }', 'javascript.statements.using', 'web'],
    ['a = /[\\p{L}--[a-z]]/v', `${builtins}.RegExp.unicodeSets`, 'web'],
    ['a = /(?i:b)c/', `${patterns}.modifier`, 'web'],
    ['a = /(?<b>c)|(?<b>d)/', `${patterns}.named_capturing_group.duplicate_named_capturing_groups`, 'web'],
    ['a = /(?<=b)c/', `${patterns}.lookbehind_assertion`, 'player'],
    ['a = new RegExp("(?<!b)c", "u")', `${patterns}.lookbehind_assertion`, 'player'],
    ['a = new RegExp(`(?<!${b})c`)', `${patterns}.lookbehind_assertion`, 'player'],
    ['a = new RegExp("a", "v")', `${builtins}.RegExp.unicodeSets`, 'web'],
  ])('finds %s', (code, feature, part) => {
    expect(featuresIn(part, 'a.js', code).filter((one) => one.includes(feature))).not.toEqual([])
  })

  it.each([
    'a.difference?.(b)',
    'a.difference?.size',
    'typeof a.difference === "function"',
    'typeof navigation === "undefined"',
    '"difference" in a',
    'const navigation = 1; a(navigation)',
    'a.at(-1).replaceAll("b", structuredClone(c))',
    'a?.b ?? c',
    'class A { static #a = 1; static { this.#a++ } }',
    'a = /(?<year>\\d+)\\p{L}/u',
  ])('accepts %s', (code) => {
    expect(featuresIn('web', 'a.js', code)).toEqual([])
  })

  it('refuses syntax that is in no standard', () => {
    expect(() => featuresIn('web', 'a.js', 'a |> b')).toThrow(SyntaxError)
  })

  it('names syntax as the data does', () => {
    const code = `import a, { "b-c" as b } from 'd' with { type: 'json' }; export * as e from 'f'; export * as "g" from 'h'
      export { b as "i" }; await a; for await (const c of d) c **= 2 ** (a?.b ?? 1_000n); a ||= b; a &&= b; a ??= b
      try { import.meta.url; import('a'); import('b', { with: {} }) } catch {} const { j, ...k } = { ...a }
      class A { a; static b; #c; #d() { return #c in this } static { using x = a } } 1_0; async () => { await using y = a }
      async function* l() {}`
    const features = new Set<string>()
    fullAncestor(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node, _, ancestors) => {
      const feature = syntaxOf(node, ancestors)
      if (feature !== undefined) features.add(feature)
    })
    const data = new CompatData({ chrome: '1', edge: '1', firefox: '1', safari: '1', ios: '1' })
    expect([...features].filter((feature) => data.statementOf(feature) === undefined)).toEqual([])
    expect(features.size).toBe(30)
  })
})

describe('in style sheets', () => {
  it.each<[string, string, Part]>([
    ['a { text-wrap: balance }', 'css.properties.text-wrap', 'web'],
    ['a { width: stretch }', 'css.properties.width.stretch', 'web'],
    ['a { color: contrast-color(red) }', 'css.types.color.contrast-color', 'web'],
    ['a { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix', 'player'],
    ['a { color: light-dark(red, blue) }', 'css.types.color.light-dark', 'web'],
    ['a { --b: light-dark(red, blue) }', 'css.types.color.light-dark', 'web'],
    ['a { height: 100dvh }', 'css.types.length.viewport_percentage_units_dynamic', 'player'],
    ['a { height: 2rcap }', 'css.types.length.rcap', 'web'],
    ['@scope (a) { b { color: red } }', 'css.at-rules.scope', 'web'],
    ['@media print { @starting-style { a { color: red } } }', 'css.at-rules.starting-style', 'web'],
    [
      '@media (prefers-reduced-transparency) { a { color: red } }',
      'css.at-rules.media.prefers-reduced-transparency',
      'web',
    ],
    ['@media (width < 30rem) { a { color: red } }', 'css.at-rules.media.range_syntax', 'player'],
    ['a:has(b) { color: red }', 'css.selectors.has', 'player'],
    ['a:open { color: red }', 'css.selectors.open', 'web'],
    ['a { & b { color: red } }', 'css.selectors.nesting', 'web'],
  ])('finds %s', (css, feature, part) => {
    expect(featuresIn(part, 'a.css', css)).toContain(feature)
  })

  it.each([
    'a { color: red; color: light-dark(red, blue) }',
    '@supports (text-wrap: balance) { a { text-wrap: balance } }',
    'a { -webkit-user-select: none; user-select: none }',
    'a:has(> b) { inset: 0; height: 100dvh } @layer c { d { gap: 1rem } }',
  ])('accepts %s', (css) => {
    expect(featuresIn('web', 'a.css', css)).toEqual([])
  })

  it('wants a prefix where a browser knows only that', () => {
    expect(featuresIn('web', 'a.css', 'a { user-select: none }')).toEqual(['css.properties.user-select'])
  })
})

it('reads attributes, scripts and styles of a page', () => {
  const page = `<!doctype html><html><head><style>a { text-wrap: balance }</style><script>Object.groupBy(a)</script></head>
    <body><p popover>…</p><script type="application/json">{ "a": "Object.groupBy" }</script></body></html>`
  expect(featuresIn('web', 'a.html', page).toSorted()).toEqual([
    'css.properties.text-wrap',
    'html.global_attributes.popover',
    `${builtins}.Object.groupBy`,
  ])
})

it('leaves it to the types what a name means that is also in every browser', () => {
  const names = new WebNames(
    new CompatData({ chrome: '111', edge: '111', firefox: '121', safari: '16.4', ios: '16.4' }),
  )
  expect(names.missingMember('size', undefined)).toBeUndefined()
  expect(names.isAmbiguous('size')).toBe(true)
  expect(names.missingAmong(names.membersOf('URLSearchParams', 'size'))).toBe('api.URLSearchParams.size')
  expect(names.missingAmong(names.membersOf('Set', 'size'))).toBeUndefined()
})

it('compares versions by their parts', () => {
  expect(compareVersions('16.4', '16.10')).toBeLessThan(0)
  expect(compareVersions('111', '16.4')).toBeGreaterThan(0)
  expect(compareVersions('≤17', '17.0')).toBe(0)
})

describe('judge', () => {
  const finding = { part: 'web' as const, feature: '.groupBy', where: 'a.js', needs: 'safari 17.4' }

  it('reports what no exception explains, once for each part', () => {
    const problems = judge([finding, finding, { ...finding, part: 'desk' }], [])
    expect(problems).toEqual(['.groupBy (web) needs safari 17.4: a.js', '.groupBy (desk) needs safari 17.4: a.js'])
  })

  it('accepts an exception for its part alone, and reports one that explains nothing', () => {
    const exception = { features: ['.groupBy'], parts: ['web' as const], reason: 'guarded' }
    expect(judge([finding], [exception])).toEqual([])
    expect(judge([{ ...finding, part: 'desk' }], [exception])).toEqual([
      '.groupBy (desk) needs safari 17.4: a.js',
      'The exception for .groupBy (web) is no longer needed.',
    ])
  })
})

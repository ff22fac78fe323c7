import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkAllTexts } from './texts/check-all-texts.ts'
import { checkSentences } from './texts/check-english.ts'

/** A small valid repository: two groups, English and Ukrainian, one mail, one quiz, the legal texts. */
const legalText = (words: string) =>
  `---\ntitle: T\nversion: 1\nlastUpdated: 2025-04-02\n---\n\n## ${words} {{brand}}\n\n${words} 7, 29.99, [x](/privacy).\n`

const product: Record<string, string> = {
  'packages/texts/web/en/core/login.json': JSON.stringify({
    title: 'Welcome back here',
    step: { one: 'First step now', two: 'Second step now' },
    why: { old: 'It is too old' },
    link: 'Read the <terms>terms</terms>, {name}',
  }),
  'packages/texts/web/ua/core/login.json': JSON.stringify({
    title: 'З поверненням',
    step: { one: 'Перший крок', two: 'Другий крок' },
    why: { old: 'Надто старе' },
    link: 'Прочитайте <terms>умови</terms>, {name}',
  }),
  'packages/texts/web/en/learning/course.json': JSON.stringify({
    days: '{count, plural, one {# day} other {# days}}',
    level: '{level, select, easy {Easy one} other {Other one}}',
  }),
  'packages/texts/web/ua/learning/course.json': JSON.stringify({
    days: '{count, plural, one {# день} few {# дні} many {# днів} other {# дня}}',
    level: '{level, select, easy {Легкий} other {Інший}}',
  }),
  'packages/texts/web/fatal.json': JSON.stringify({ en: { title: 'An error here' }, ua: { title: 'Помилка' } }),
  'packages/texts/web/no-script.json': JSON.stringify({
    en: { sentence: '{{brand}} needs scripts' },
    ua: { sentence: '{{brand}} потребує сценаріїв' },
  }),
  'packages/texts/web/old-browser.json': JSON.stringify({
    en: { title: 'A newer browser is needed' },
    ua: { title: 'Потрібен новіший браузер' },
  }),
  'packages/texts/consent/en.json': JSON.stringify({ terms: 'I agree to {brand}' }),
  'packages/texts/consent/ua.json': JSON.stringify({ terms: 'Я згоден із {brand}' }),
  'packages/texts/landing/en.json': JSON.stringify({ note: 'Five minutes' }),
  'packages/texts/landing/ua.json': JSON.stringify({ note: 'П’ять хвилин' }),
  'packages/texts/player/en.json': JSON.stringify({ exit: 'Leave the course' }),
  'packages/texts/player/ua.json': JSON.stringify({ exit: 'Вийти з курсу' }),
  'apps/player/src/player.tsx': "export const Player = () => useTranslations('player')('exit')\n",
  'packages/texts/mails/en.json': JSON.stringify({
    hello: { subject: 'Hello from {{brand}}', paragraphs: ['One two'] },
  }),
  'packages/texts/mails/ua.json': JSON.stringify({
    hello: { subject: 'Вітання від {{brand}}', paragraphs: ['Раз два'] },
  }),
  'packages/texts/certificates/en.json': JSON.stringify({ achievement: 'Finished the course {{course}}.' }),
  'packages/texts/evaluator/en.json': JSON.stringify({ missing: 'Still open: {missing}.' }),
  'content/quizzes/f1-v1/en.md': '---\nquiz: f1-v1\n---\n\n:::step one\ntitle: How do you do?\nyes: Very well\n:::\n',
  'content/quizzes/f1-v1/ua.md': '---\nquiz: f1-v1\n---\n\n:::step one\ntitle: Як справи?\nyes: Дуже добре\n:::\n',
  'packages/rules/src/reason.ts': "export const reasons = ['old'] as const\n",
  'packages/contract/src/empty.ts': 'export {}\n',
  'apps/web/src/main.tsx': "import './app/screens.ts'\n",
  'apps/web/src/app/screens.ts': `import { patterns } from './patterns.ts'
const group = routeGroup('group', () => import('./route-groups/group.ts'))
export const screens = [
  { path: patterns.login, Screen: group((m) => m.LoginPage) },
  { path: patterns.course, Screen: group((m) => m.CoursePage, ['learning']) },
]
`,
  'apps/web/src/app/route-groups/group.ts': `export {
  CoursePage,
} from '../routes/course.tsx'
export { LoginPage } from '../routes/login.tsx'
`,
  'apps/web/src/app/routes/login.tsx': `export const LoginPage = ({ step, reason }) => {
  const t = useTranslations('login')
  return <p>{t('title')}{t(\`step.\${step}\`)}{t(\`why.\${reason}\`)}{t.rich('link', { name: step })}</p>
}
`,
  'apps/web/src/app/routes/course.tsx': `import { level } from './level.ts'
export const CoursePage = () => {
  const t = useTranslations()
  return t('course.days', { count: 1 }) + t(level()) + useTranslations('consent')('terms') +
    useTranslations('landing')('note')
}
`,
  'apps/web/src/app/routes/level.ts': "export const level = () => 'course.level' as const\n",
}
// Texts shared with the server belong to a group too, so a screen that shows them names it.
product['apps/web/src/app/screens.ts'] = String(product['apps/web/src/app/screens.ts']).replace(
  "['learning']",
  "['learning', 'plan', 'landing']",
)
for (const name of ['terms', 'privacy', 'subscription-terms']) {
  product[`packages/texts/legal/en/${name}.md`] = legalText('These are words of')
  product[`packages/texts/legal/ua/${name}.md`] = legalText('Це слова про')
}

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Checks the repository with changed files; null removes a file. */
const check = (changes: Record<string, string | null> = {}): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  made.push(folder)
  for (const [path, text] of Object.entries({ ...product, ...changes })) {
    if (text === null) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return checkAllTexts(folder)
}

const texts = 'packages/texts'
/** Checks the repository with one piece of one file replaced. */
const checkWith = (path: string, from: string, to: string): string[] => {
  const text = product[path] ?? ''
  expect(text).toContain(from)
  return check({ [path]: text.replace(from, to) })
}

it('accepts correct texts', () => {
  expect(check()).toEqual([])
})

describe('the check finds', () => {
  const login = `${texts}/web/ua/core/login.json`
  const course = `${texts}/web/ua/learning/course.json`
  it.each([
    ['a missing key', login, '"title":"З поверненням",', '', 'web/ua/core/login.json: title is missing'],
    ['a missing inner key', login, '"one":"Перший крок",', '', 'web/ua/core/login.json: step.one is missing'],
    ['an extra key', login, '{"title"', '{"more":"Ще","title"', 'more is extra: English has no such key'],
    ['an empty text', login, 'З поверненням', ' ', 'title is empty'],
    ['a lost variable', login, ', {name}', '', 'link has lost the variable name'],
    ['a renamed variable', login, '{name}', '{імя}', 'link has a variable імя that English has not'],
    ['an extra variable', login, '{name}', '{name} {age}', 'link has a variable age that English has not'],
    ['a lost tag', login, '<terms>умови</terms>', 'умови', 'link has lost the tag terms'],
    ['a tag that is not closed', login, '</terms>', '', 'link is not a valid ICU message'],
    ['a variable lost in quotes', login, '{name}', "'{name}'", 'link has lost the variable name'],
    ['a straight quote', login, 'З поверненням', 'З \\"поверненням\\"', 'title has a straight "'],
    ['a text left in English', login, 'З поверненням', 'Welcome back here', 'title is left in English'],
    [
      'a plural form too few',
      course,
      ' few {# дні}',
      '',
      'plural forms many one other where uk has few many one other',
    ],
    [
      'a plural form too many',
      course,
      'one {',
      'two {# дні} one {',
      'days has the plural forms few many one other two',
    ],
    ['a plural without other', course, ' other {# дня}', '', 'plural forms few many one where uk has'],
    ['another choice', course, 'easy {', 'легкий {', 'level'],
    [
      'a lost place in a mail',
      `${texts}/mails/ua.json`,
      ' {{brand}}',
      '',
      'mails/ua.json: hello.subject has lost the place {{brand}}',
    ],
    ['a lost paragraph', `${texts}/mails/ua.json`, '"Раз два"', '', 'mails/ua.json: hello.paragraphs.0 is missing'],
    [
      'a lost variable of a consent',
      `${texts}/consent/ua.json`,
      ' {brand}',
      '',
      'consent/ua.json: terms has lost the variable brand',
    ],
    [
      'a quiz left in English',
      'content/quizzes/f1-v1/ua.md',
      'Дуже добре',
      'Very well',
      '"Very well" is left in English',
    ],
    [
      'another version',
      `${texts}/legal/ua/terms.md`,
      'version: 1',
      'version: 2',
      'legal/ua/terms.md: says version: 2, English 1',
    ],
    ['another date', `${texts}/legal/ua/terms.md`, '2025-04-02', '2025-04-03', 'says lastUpdated: 2025-04-03'],
    ['a lost heading', `${texts}/legal/ua/privacy.md`, '## ', '', 'has 0 headings, English 1'],
    [
      'a lost place',
      `${texts}/legal/ua/privacy.md`,
      ' {{brand}}',
      '',
      'legal/ua/privacy.md: has lost the place {{brand}}',
    ],
    ['another figure', `${texts}/legal/ua/terms.md`, '29.99', '39,99', 'has lost the figure 29.99'],
    ['a lost link', `${texts}/legal/ua/terms.md`, '(/privacy)', '(/terms)', 'has lost the link to /privacy'],
    [
      'a place that nothing fills',
      `${texts}/legal/en/terms.md`,
      '{{brand}}',
      '{{brand}} {{phone}}',
      'has the place {{phone}}, which nothing fills',
    ],
    [
      'an unused key',
      'apps/web/src/app/routes/login.tsx',
      "{t('title')}",
      '',
      'web/en/core/login.json: login.title is not used by any screen',
    ],
    [
      'a group that is not named',
      'apps/web/src/app/screens.ts',
      "'learning', ",
      '',
      'app/routes/course.tsx: uses course (in app/routes/course.tsx) without naming the group learning',
    ],
  ])('%s', (_, path, from, to, found) => {
    expect(checkWith(path, from, to).join('\n')).toContain(found)
  })

  it.each([
    [
      'a straight apostrophe',
      `${texts}/web/en/core/login.json`,
      'Welcome back here',
      "You're back",
      "title has a straight '",
    ],
    ['a British spelling', `${texts}/web/en/core/login.json`, 'First step now', 'The centre', 'step.one says “centre”'],
    ['“mail” for email', `${texts}/mails/en.json`, 'One two', 'Read this mail', 'hello.paragraphs.0 says “mail”'],
    ['a word that we do not use', `${texts}/consent/en.json`, 'I agree', 'Whoever agrees', 'terms says “Whoever”'],
    ['a translated phrase', `${texts}/evaluator/en.json`, 'Still open', 'What sits', 'missing says “What sits”'],
    [
      'a straight quote in a certificate',
      `${texts}/certificates/en.json`,
      'the course',
      "'the course'",
      'has a straight',
    ],
    [
      'a phrase in the error screen',
      `${texts}/web/fatal.json`,
      'An error here',
      'It was not you',
      'fatal.json en: title',
    ],
    ['“mail” in a quiz', 'content/quizzes/f1-v1/en.md', 'Very well', 'By mail', 'f1-v1/en.md: '],
    ['“mail” in a legal text', `${texts}/legal/en/terms.md`, 'These are', 'Our mails are', 'legal/en/terms.md: “'],
    ['a straight quote in a title', `${texts}/legal/en/privacy.md`, 'title: T', "title: Don't", 'title has a straight'],
  ])('in English %s', (_, path, from, to, found) => {
    expect(checkWith(path, from, to).join('\n')).toContain(found)
  })

  it('the same in an error sentence', () => {
    const sentences: [string, string][] = [
      ['fine', 'We can’t find it.'],
      ['bad', 'Look into your mailbox.'],
    ]
    expect(checkSentences('errors.ts', sentences)).toEqual(['errors.ts: bad says “Look into your”. Write it plainly'])
  })

  it('a partial language', () => {
    expect(check({ [course]: null })).toEqual(['web: ua has no file for web/en/learning/course.json'])
    expect(check({ [`${texts}/legal/ua/privacy.md`]: null })).toEqual(['legal/ua/privacy.md: is missing'])
    expect(check({ [`${texts}/consent/ua.json`]: null })).toEqual(['consent: ua is missing here, but there elsewhere'])
  })

  it('an unknown language and a file that English does not have', () => {
    expect(check({ [`${texts}/mails/uk.json`]: '{}' })[0]).toMatch('mails: uk is not one of en, ua')
    expect(check({ [`${texts}/web/ua/core/other.json`]: '{}' })).toEqual([
      'web/ua/core/other.json: English has no such file',
    ])
  })
})

describe('the check accepts', () => {
  it('an entry with a reason, until it is unnecessary', () => {
    const left = { [`${texts}/mails/ua.json`]: (product[`${texts}/mails/ua.json`] ?? '').replace('Раз два', 'One two') }
    const listed = JSON.stringify({
      sameAsEnglish: { 'mails:mails:hello.paragraphs.0': { languages: ['ua'], reason: 'A name.' } },
    })
    expect(check(left)).toHaveLength(1)
    expect(check({ ...left, [`${texts}/exceptions.json`]: listed })).toEqual([])
    const gone = JSON.stringify({ unused: { 'login.gone': 'Made by the server.' } })
    expect(check({ [`${texts}/exceptions.json`]: gone })).toEqual([
      'exceptions.json: login.gone is listed, but there is no need for it',
    ])
  })

  it('a single word that is the same, and an exact form for a number', () => {
    const one = JSON.stringify({ title: 'Menu' })
    const only = {
      'apps/web/src/app/routes/login.tsx': "export const LoginPage = () => useTranslations('login')('title')\n",
      [`${texts}/web/en/core/login.json`]: one,
      [`${texts}/web/ua/core/login.json`]: one,
    }
    expect(check(only)).toEqual([])
    expect(checkWith(`${texts}/web/ua/learning/course.json`, 'plural, one', 'plural, =0 {жодного} one')).toEqual([])
  })

  it('a group that is loaded with a part, in that part only', () => {
    const login = String(product['apps/web/src/app/routes/login.tsx'])
    const part = 'apps/web/src/app/routes/part.tsx'
    const change = (loads: string, more = '') =>
      check({
        'apps/web/src/app/routes/login.tsx': `const Part = lazy(async () => { ${loads}; return import('./part.tsx') })\n${login}${more}`,
        [part]: "export const Part = () => useTranslations('course')('days', { count: 1 })\n",
      })
    expect(change("await needTexts(['learning'])")).toEqual([])
    expect(change('')).toEqual([expect.stringContaining('routes/part.tsx) without naming the group learning')])
    const used = "export const Days = () => useTranslations('course')('days', { count: 1 })\n"
    expect(change("await needTexts(['learning'])", used)).toEqual([
      expect.stringContaining('routes/login.tsx) without naming the group learning'),
    ])
  })

  it('a translator passed on as a value, which can use any string as its key', () => {
    const page = `const show = (t) => t('title')
export const LoginPage = () => {
  const t = useTranslations('login')
  return show(t) + ['step.one', 'step.two', 'why.old', 'link'].map((key) => t(key))
}
`
    expect(check({ 'apps/web/src/app/routes/login.tsx': page })).toEqual([])
  })
})

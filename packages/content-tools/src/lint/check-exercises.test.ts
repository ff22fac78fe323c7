import { isExercise } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import { afterEach, describe, expect, it } from 'vitest'
import { makeContentFolder, readSample } from '../../../content/src/test-support/content-folder.ts'
import { checkContent } from './check-content.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

const lessonYml = 'courses/tea/lessons/l02-guests/lesson.yml'
const lessonEn = 'courses/tea/lessons/l02-guests/en.md'
const reviewed = Date.parse('2026-11-20')

type Extra = { practice?: string; block?: string; text?: string; files?: Record<string, string>; fragment?: string }

/** The sample course with an exercise at the start of its second lesson. */
function makeFolder({ practice, block = '', text = '', files = {}, fragment = '' }: Extra): string {
  const yml = readSample(lessonYml)
  const added = practice ? `\n      - ${practice}` : ''
  const place = practice ? '\n\n[PRACTICE_2]\n' : ''
  const changed = {
    [lessonYml]: yml.replace(
      /(- id: f1\n(?: {4}practices:\n(?: {6}- .*\n)+))/,
      (all) => `${all.trimEnd()}${added}\n${fragment}`,
    ),
    [lessonEn]: readSample(lessonEn).replace(/(\[PRACTICE_1\]\n)/, `$1${place}\n${text}\n\n${block}\n`),
  }
  const { folder, remove } = makeContentFolder({ ...changed, ...files })
  made.push(remove)
  return folder
}

const check = (extra: Extra, today = reviewed) =>
  checkContent(makeFolder(extra), today)
    .filter(({ what }) => !/imageAlt|new id|cover/.test(what))
    .map(({ level, what }) => `${level} ${what}`)

const reveal = {
  practice: '{id: p2, type: REVEAL, options: [a, b], correct: b}',
  block: ':::reveal p2\nquestion: What will it do?\na: Ask you\nb: Guess\nreveal: It guesses.\n:::',
}
const sort = {
  practice: '{id: p2, type: SORT, groups: [hot, cold], items: {a: hot, b: cold, c: hot}}',
  block:
    ':::sort p2\nquestion: Which one?\ngroup.hot: Hot\ngroup.cold: Cold\na: Tea\na.why: It boils.\nb: Ice\nb.why: It is frozen.\nc: Soup\nc.why: It boils.\n:::',
}
const blanks = {
  practice: '{id: p2, type: FILL_BLANKS, blanks: [{id: verb, options: [a, b], correct: a}]}',
  block:
    ':::blanks p2\nquestion: Complete it.\ntext: "{verb} me a cup."\nverb.a: Make\nverb.b: Think\nverb.why: It acts.\n:::',
}
const better = {
  practice: '{id: p2, type: BETTER_OF_TWO, better: b, reasons: [r1, r2], because: r1}',
  block:
    ':::better p2\nquestion: Which one?\na: Tea.\nb: Green tea.\nr1: It is exact\nr2: It is long\nwhy: It says which.\n:::',
}

describe('light exercises in the content', () => {
  it.each([
    ['reveal', reveal, { choice: 'b' }],
    ['sort', sort, { a: 'hot', b: 'cold', c: 'hot' }],
    ['blanks', blanks, { verb: 'a' }],
    ['better', better, { better: 'b', because: 'r1' }],
  ] as const)('a %s exercise is loaded with its solution', (kind, extra, solution) => {
    const practice = loadContent(makeFolder(extra)).findPractice('tea.l02.f1.p2')?.practice
    const words = practice?.words.get('en')
    const right = Object.entries(practice && isExercise(practice) ? practice.slots : {})
    expect(words).toMatchObject({ kind })
    expect(Object.fromEntries(right.map(([slot, { correct }]) => [slot, correct]))).toEqual(solution)
    expect(practice?.isRequired).toBe(false)
  })

  it('a missing text, an unknown key and a solution that is no choice are errors', () => {
    const block = reveal.block.replace('reveal: It guesses.', 'revealed: It guesses.')
    expect(check({ ...reveal, block })).toEqual(
      expect.arrayContaining(['error :::reveal p2 has no reveal', 'error revealed is not a key of :::reveal p2']),
    )
    const practice = reveal.practice.replace('correct: b', 'correct: c')
    expect(check({ ...reveal, practice })).toContain(
      'error f1.p2: choice: the right choice c is not one of the choices',
    )
  })

  it('a blank that its text does not contain is an error', () => {
    expect(check({ ...blanks, block: blanks.block.replace('{verb}', '{noun}') })).toContain(
      'error text does not have {verb} once',
    )
  })

  it('groups without an item, and too few items, are warnings', () => {
    const practice = '{id: p2, type: SORT, groups: [hot, cold], items: {a: hot, c: hot}}'
    const block = sort.block.replace('b: Ice\nb.why: It is frozen.\n', '')
    expect(check({ practice, block })).toEqual(
      expect.arrayContaining(['warning There are 2 items to sort', 'warning No item is in cold']),
    )
  })

  it('texts that are too long to read on a phone are warnings', () => {
    const long = 'tea '.repeat(46).trim()
    expect(check({ ...reveal, block: reveal.block.replace('It guesses.', long) })).toContain(
      'warning reveal has 46 words',
    )
    expect(check({ ...better, block: better.block.replace('It says which.', long) })).toContain(
      'warning why has 46 words',
    )
  })

  it('a flaw to find in the first two lessons of a course is an error', () => {
    const practice = '{id: p2, type: FIND_FLAW, parts: [a, b, c], flaw: c}'
    const block =
      ':::flaw p2\nquestion: Which part is wrong?\nasked: How hot?\na: Hot.\na.why: Right.\nb: Wet.\nb.why: Right.\nc: Cold.\nwhy: It boils.\n:::'
    expect(check({ practice, block })).toContain('error FIND_FLAW in the first two lessons of a course')
  })
})

describe('cards, pictures and facts', () => {
  it('a card with more than 70 words is a warning, two cards with as many words are none', () => {
    const half = `${'tea '.repeat(35).trim()}.`
    expect(check({ text: `---\n\n${half}\n\n${half} More.` })).toContain('error The card has 71 words')
    expect(check({ text: `---\n\n${half}\n\n---\n\n${half}` }).filter((what) => what.includes('card has'))).toEqual([])
  })

  it('a quotation without a speaker is a warning', () => {
    expect(check({ text: '> Make tea.' })).toContain('error The quotation has no speaker')
    expect(check({ text: '> **Ana:** Make tea.' })).not.toContain('error The quotation has no speaker')
  })

  it('a picture has as many labels as its kind needs', () => {
    const fragment = '    pictures: [{id: i1, kind: beforeAfter}]\n'
    const block = ':::picture i1\nalt: Tea, before and after\nlabels: cold | hot | gone\n:::'
    expect(check({ fragment, block, text: '[PICTURE_1]' })).toContain('error f1.i1 has 3 labels')
    const folder = makeFolder({ fragment, block: block.replace(' | gone', ''), text: '[PICTURE_1]' })
    const words = loadContent(folder).findLesson('tea.l02')?.lesson.fragments[0]?.words.get('en')
    expect(words?.pictures).toEqual([
      { id: 'i1', kind: 'beforeAfter', alternativeText: 'Tea, before and after', labels: ['cold', 'hot'] },
    ])
  })

  const fact =
    '---\nfact: kettles\nlocale: en\ntitle: Kettles\nreviewedOn: 2026-11-01\n---\n\nMost of them stop by themselves.\n'
  const withFact = { fragment: '    facts: [kettles]\n', text: '[FACT_1]' }

  it('a fact is shown in its lesson and asks for a new look after 120 days', () => {
    const files = { 'facts/kettles.md': fact }
    const folder = makeFolder({ ...withFact, files })
    const words = loadContent(folder).findLesson('tea.l02')?.lesson.fragments[0]?.words.get('en')
    expect(words?.facts).toEqual([
      { id: 'kettles', title: 'Kettles', content: 'Most of them stop by themselves.', reviewedOn: '2026-11-01' },
    ])
    const after = (days: number) => check({ ...withFact, files }, Date.parse('2026-11-01') + days * 86_400_000)
    expect(after(120)).not.toContain('warning Last checked 120 days ago')
    expect(after(121)).toContain('warning Last checked 121 days ago')
  })

  it('a fact that does not exist, or only in another language, is an error', () => {
    expect(check(withFact)).toContain('error There is no fact kettles')
    const files = { 'facts/kettles.es.md': fact.replace('locale: en', 'locale: es') }
    expect(check({ ...withFact, files })).toContain('error There is no kettles.md in en')
  })
})

describe('English', () => {
  it.each([
    ["Don't wait.", "body has a straight '"],
    ['The colour of tea.', 'body says “colour”'],
    ['Write a mail.', 'body says “mail”'],
    ['Send an e-mail.', 'body says “e-mail”'],
    ['Somebody drinks it.', 'body says “Somebody”'],
  ])('a text that says %j gets a warning', (text, what) => {
    expect(check({ text })).toContain(`warning ${what}`)
  })

  it.each(['Don’t wait.', 'An email and a mailbox.', "Use `it's` in code."])(
    'a text that says %j gets none',
    (text) => {
      expect(check({ text }).filter((what) => /body (says|has a)/.test(what))).toEqual([])
    },
  )

  it('weekdays and dates of one lesson fall into one year', () => {
    expect(check({ text: 'Friday, May 7 and Monday, May 10.' }).filter((what) => what.includes('May'))).toEqual([])
    expect(check({ text: 'Friday, May 7, Sunday, May 9 and Monday, May 11.' })).toContain(
      'error Monday, May 11 is in no year with the other dates',
    )
  })
})

const questionBlock = (id: string) =>
  `:::item ${id}\nquestion: Which tea fits ${id}?\na: Green\nb: Black\nc: White\n:::\n`

describe('a skill check', () => {
  const yml =
    'items:\n' +
    [1, 2, 3]
      .map(
        (n) =>
          `  - {id: s${n}, about: tea.l01, a: {options: [a, b, c], correct: a}, b: {options: [a, b, c], correct: b}}\n`,
      )
      .join('')
  const words = `---\nskillCheck: tea\nlanguage: en\n---\n\n${['s1a', 's1b', 's2a', 's2b', 's3a', 's3b'].map(questionBlock).join('\n')}`
  const files = { 'courses/tea/skill-check.yml': yml, 'courses/tea/skill-check/en.md': words }

  it('is loaded with both forms', () => {
    const [item] = loadContent(makeFolder({ files })).findCourse('tea')?.skillCheck ?? []
    expect(item).toMatchObject({ id: 's1', forms: { a: { correct: 'a' }, b: { correct: 'b' } } })
    expect(item?.words.get('en')?.b).toEqual({
      question: 'Which tea fits s1b?',
      options: { a: 'Green', b: 'Black', c: 'White' },
    })
  })

  it.each([
    [
      'a question without words',
      'courses/tea/skill-check/en.md',
      words.replace(questionBlock('s2b'), ''),
      's2b has no words',
    ],
    ['an option without words', 'courses/tea/skill-check/en.md', words.replace('c: White', ''), 's1a has no c'],
    [
      'words of no question',
      'courses/tea/skill-check/en.md',
      words + questionBlock('s9a'),
      'skill-check.yml has no s9a',
    ],
    [
      'an unknown lesson',
      'courses/tea/skill-check.yml',
      yml.replace('tea.l01', 'tea.l09'),
      'There is no lesson tea.l09',
    ],
    [
      'a right option that is none',
      'courses/tea/skill-check.yml',
      yml.replace('correct: a', 'correct: d'),
      's1a: the right option is not one of the options',
    ],
  ])('with %s is an error', (_, path, text, what) => {
    expect(check({ files: { ...files, [path]: text } })).toContain(`error ${what}`)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkDocs } from './check-docs.ts'

const record = (number: string, title: string): string =>
  `# ${number} ${title}\n\nDate: 2026-11-21\nStatus: accepted\n\n## Context\n\nA.\n\n## Decision\n\nUse \`zod\`.\n\n## Consequences\n\nB.\n`

/** A small project with correct docs. */
const project: Record<string, string> = {
  'package.json': JSON.stringify({ scripts: { check: 'node check.mjs' }, devDependencies: { zod: '4.0.0' } }),
  '.env.example': 'PUBLIC_URL=\n',
  'packages/rules/src/streak.ts': '/** Source: docs/product.md R1,\n * R2; docs/decisions/0001. */\n',
  'packages/rules/README.md': 'See `packages/rules/src/` and `streak.ts`.\n',
  'durability/kills.ts': '// docs/product.md R1\n',
  'apps/server/src/http/server.ts': 'export {}\n',
  'README.md': 'Run `npm run check`, set `PUBLIC_URL`, look into `packages/rules/`. See [the docs](docs/product.md).\n',
  'docs/architecture.md':
    '| folder | what |\n|---|---|\n| `packages/rules/` | rules |\n| `apps/server/src/http/` | http |\n',
  'docs/product.md': '- **R1** A day counts once.\n- **R2** As R1, because of decision 0001.\n',
  'docs/decisions/README.md': '- [0001](0001-zod.md) Shapes.\n- [0002](0002-days.md) Days.\n',
  'docs/decisions/0001-zod.md': record('0001', 'Shapes'),
  'docs/decisions/0002-days.md': record('0002', 'Days'),
}

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** The check's findings after changing files of the project. */
const check = (changes: Record<string, string> = {}): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  made.push(folder)
  for (const [path, text] of Object.entries({ ...project, ...changes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return checkDocs(folder)
}

/** The same with one part of one file replaced. */
const checkWith = (path: string, from: string, to: string): string[] => {
  const text = project[path] ?? ''
  expect(text).toContain(from)
  return check({ [path]: text.replace(from, to) })
}

it('accepts correct docs', () => {
  expect(check()).toEqual([])
})

const days = 'docs/decisions/0002-days.md'
const index = 'docs/decisions/README.md'
const map = 'docs/architecture.md'

describe('finds a record', () => {
  it.each([
    ['without a status', 'Status: accepted\n', '', 'the fourth line has no status'],
    ['with another status', 'accepted', 'maybe', 'the fourth line has no status'],
    ['without a date', 'Date: 2026-11-21\n', '', 'the third line has no date'],
    ['without a section', '## Context', '## Why', 'the sections must be Context, Decision, Consequences'],
    ['with another number in its title', '# 0002', '# 0003', `the first line isn't "# 0002 Title"`],
    [
      'that is superseded by an unknown record',
      'accepted',
      'superseded by 0009',
      `is superseded by 0009, which doesn't exist`,
    ],
    ['that is longer than a page', 'B.', 'word '.repeat(300), 'at most 300'],
  ])('%s', (_, from, to, problem) => {
    expect(checkWith(days, from, to)[0]).toMatch(`${days}: `)
    expect(checkWith(days, from, to)[0]).toContain(problem)
  })

  it('that is missing from the index or listed twice', () => {
    expect(checkWith(index, '- [0002](0002-days.md) Days.\n', '')).toEqual([`${days}: isn't in the index`])
    expect(checkWith(index, 'Days.\n', 'Days.\n- [0002](0002-days.md) Again.\n')).toEqual([
      `${days}: is in the index twice`,
    ])
  })

  it('above the maximum number', () => {
    const numbers = Array.from({ length: 49 }, (_, place) => `0${100 + place}`)
    const more = numbers.map((number) => [`docs/decisions/${number}-more.md`, record(number, 'More')])
    expect(check(Object.fromEntries(more))).toContain('docs/decisions: 51 records, at most 50')
  })
})

it('accepts a record that another one supersedes', () => {
  expect(checkWith(days, 'accepted', 'superseded by 0001')).toEqual([])
})

describe('finds', () => {
  it.each([
    ['a folder missing from the map', map, '| `packages/rules/` | rules |\n', '', `packages/rules/ isn't in`],
    ['a removed folder', map, '`packages/rules/`', '`packages/old/`', `packages/old/ is in the map but doesn't`],
    ['a removed script', 'README.md', 'run check', 'run lint', 'npm has no script lint'],
    ['a removed path', 'README.md', '`packages/rules/`', '`packages/old.ts`', `packages/old.ts doesn't exist`],
    ['a broken link', 'README.md', '(docs/product.md)', '(docs/old.md)', 'the link to docs/old.md is broken'],
    ['an unknown setting', 'README.md', 'PUBLIC_URL', 'PUBLIC_PORT', `PUBLIC_PORT isn't a setting`],
    ['an unknown citation', 'docs/product.md', 'decision 0001', 'decision 0009', 'cites 0009'],
    ['a duplicate rule', 'docs/product.md', '**R2**', '**R1**', 'R1 is there twice'],
    ['a comment that cites an unknown rule', 'packages/rules/src/streak.ts', 'R1', 'R7', 'cites R7'],
    ['the second of two cited rules', 'packages/rules/src/streak.ts', 'R2', 'R8', 'cites R8'],
    ['an unknown rule in the attack tests', 'durability/kills.ts', 'R1', 'R9', 'cites R9'],
    ["a removed path in a package's guide", 'packages/rules/README.md', 'rules/src', 'rules/old', "doesn't exist"],
    ['a removed file', 'packages/rules/README.md', '`streak.ts`', '`streaks.ts`', 'no file is named streaks.ts'],
    ['a comment that cites an unknown decision', 'packages/rules/src/streak.ts', '0001', '0007', 'cites 0007'],
    ['a dependency without a reason', 'package.json', 'zod', 'yup', 'no decision explains the dependency yup'],
  ])('%s', (_, path, from, to, problem) => {
    expect(checkWith(path, from, to).join('\n')).toContain(problem)
  })
})

const manifest = (name: string, count: number) =>
  JSON.stringify({
    name,
    dependencies: Object.fromEntries(Array.from({ length: count }, (_, place) => [`zod-${place}`, '1'])),
  })
const countsTooMany = (files: Record<string, string>) => check(files).filter((problem) => problem.includes('direct'))

it('finds too many dependencies of what runs in production', () => {
  expect(
    countsTooMany({ 'apps/web/package.json': manifest('web', 45), 'apps/server/package.json': manifest('s', 45) }),
  ).toEqual([])
  expect(countsTooMany({ 'packages/content-tools/package.json': manifest('@kitewise/content-tools', 46) })).toEqual([])
  expect(countsTooMany({ 'apps/web/package.json': manifest('web', 46) })).toEqual([
    'package.json: 46 direct production dependencies, at most 45',
  ])
})

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const lesson = 'courses/study-hired/lessons'
let parent: string
let folder: string

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'kitewise-content-'))
  folder = join(parent, 'content')
  cpSync(join(root, 'content'), folder, { recursive: true })
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const run = (...words: string[]) => {
  const command = ['node_modules/tsx/dist/cli.mjs', 'scripts/content-check.ts', ...words]
  const options = { cwd: root, encoding: 'utf8' as const, env: { ...process.env, CONTENT_DIR: folder } }
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options)
  return { status, stdout, stderr, ms: Number(/ in (\d+) ms/.exec(stdout)?.[1]) }
}

/** How much slower this machine is than an idle one, measured by a loop that takes 0.4 s there. */
const slowdown = (): number => {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', 'let x = 0; for (let i = 0; i < 3e8; i++) x += i % 7'])
  return Math.max(1, (performance.now() - started) / 400)
}

const lock = () => readFileSync(join(folder, 'ids.lock'), 'utf8')
const changeFile = (path: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, path), text.replace(from, to))
}

it('reserves no id while there is an error, and all ids of the folder afterwards', () => {
  const before = lock()
  changeFile('ids.lock', 'study-hired.l05.f1\n', '')
  const open = lock()
  const name = readdirSync(join(folder, lesson)).find((own) => own.startsWith('l05')) ?? ''
  changeFile(join(lesson, name, 'en.md'), 'title:', 'titel:')
  const refused = run('--write', name)
  expect(refused.status).toBe(1)
  expect(refused.stdout).toContain('No id was reserved')
  expect(lock()).toBe(open)

  changeFile(join(lesson, name, 'en.md'), 'titel:', 'title:')
  const reserved = run('--write', name)
  expect(reserved).toMatchObject({ status: 0 })
  expect(lock()).toBe(before)
}, 180_000)

it('rejects a name without a file', () => {
  expect(run(`${lesson}/l99`)).toMatchObject({ status: 1, stderr: expect.stringContaining(`${lesson}/l99`) })
}, 60_000)

it('checks one folder in two seconds when the cache is warm', () => {
  const own = 'courses/find-check/lessons/l01'
  expect(run(own).status).toBe(0)
  const limit = 2_000 * slowdown()
  const again = run(own)
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('0 errors, 0 warnings') })
  expect(again.ms).toBeLessThan(limit)
}, 180_000)

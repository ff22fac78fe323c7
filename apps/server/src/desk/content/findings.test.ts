import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { checkContent } from '@kitewise/content-tools/check-content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeContentFolder, readSample } from '../../../../../packages/content/src/test-support/content-folder.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const lesson = 'courses/tea/lessons/l01-water'

let content: ReturnType<typeof makeContentFolder>
let server: TestServer
let staff: Awaited<ReturnType<typeof actAsStaff>>

beforeAll(async () => {
  content = makeContentFolder({
    [`${lesson}/es.md`]: readSample(`${lesson}/en.md`).replace('locale: en', 'locale: es'),
  })
  server = await startTestServer({ config: { contentFolder: content.folder } })
  staff = await actAsStaff(server, 'content')
})
afterAll(async () => {
  await server.close()
  content.remove()
})

const ask = async (query = '') => (await staff.call('contentFindings', { query })).body.data

/** Asks as the page does, until the check has ended. */
const finish = async (query = ''): Promise<Awaited<ReturnType<typeof ask>>> => {
  for (;;) {
    const found = await ask(query)
    if (!found.check.isRunning) return found
    await letOthersRun()
  }
}

const change = (name: string, from: string | RegExp, to: string) => {
  const path = join(content.folder, name)
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
  return () => writeFileSync(path, text)
}

describe('the findings', { timeout: 60_000 }, () => {
  it('are those of the content check, and requests are answered while it runs', async () => {
    const begin = server.context.clock().getTime()
    const [first, second] = await Promise.all([ask(), ask()])
    for (const { check, total } of [first, second]) expect([check.isRunning, check.at, total]).toEqual([true, null, 0])

    const { rows, total, check } = await finish('sort=file&direction=asc')
    const expected = checkContent(content.folder, server.context.clock().getTime())
    expect(total).toBe(expected.length)
    expect(rows.map(({ file, line, rule, message }) => [file, line, rule, message])).toEqual(
      expected.slice(0, 50).map(({ file, line, rule, what }) => [file, line, rule, what]),
    )
    expect(check.errors + check.warnings).toBe(total)
    expect(check.at).toBeGreaterThanOrEqual(begin)
    expect(rows.find(({ file }) => file.endsWith('l01-water/en.md'))).toMatchObject({
      course: 'tea',
      lesson: 'tea.l01',
      language: 'en',
    })
  })

  it('are checked again after a file has changed, and the old ones stay until then', async () => {
    const before = await finish()
    const undo = change(`${lesson}/lesson.yml`, /$/, '\nunknownField: 1\n')
    const during = await ask()
    expect([during.check.isRunning, during.total]).toEqual([true, before.total])
    const broken = await finish('level=error&text=unknownField')
    expect(broken.rows).toHaveLength(1)
    expect(broken.rows[0]).toMatchObject({ lesson: 'tea.l01', language: '', rule: 'format' })
    undo()
    expect((await finish('text=unknownField')).total).toBe(0)
  })

  it('are filtered by level, course, language, rule and text, and sorted by any column', async () => {
    const { check, total } = await finish()
    expect(check.courses).toEqual(['tea'])
    const sum = async (name: string, values: readonly string[]) => {
      const found = await Promise.all(values.map(async (value) => (await ask(`${name}=${value}`)).total))
      return found.reduce((all, one) => all + one, 0)
    }
    expect(await sum('level', ['error', 'warning'])).toBe(total)
    expect(await sum('rule', check.rules.map(encodeURIComponent))).toBe(total)
    expect((await ask('language=en')).rows.every(({ language }) => language === 'en')).toBe(true)
    const messages = (await ask('sort=message&direction=desc')).rows.map(({ message }) => message)
    expect(messages).toEqual(messages.toSorted().reverse())
    expect((await staff.call('contentFindings', { query: 'level=none' })).status).toBe(400)
  })

  it('are a CSV with the same filters, which waits for the check', async () => {
    const undo = change(`${lesson}/lesson.yml`, /$/, '\nunknownField: 1\n')
    const { text } = await staff.call('exportFindings', { query: 'text=unknownField' })
    const [titles, ...rows] = text.trim().split('\r\n')
    expect(titles).toBe('level,course,lesson,language,file,line,rule,message,fix')
    expect(rows).toHaveLength(1)
    undo()
  })
})

const readDraft = (language: string, name = 'l01-water') =>
  staff.call('contentDraft', { params: { course: 'tea', lesson: name }, query: `language=${language}` })

describe('a draft', { timeout: 60_000 }, () => {
  it('is the lesson as its file is now, not as the release has it', async () => {
    const { data } = (await staff.call('contentDrafts')).body
    expect(data.courses[0]).toMatchObject({ id: 'tea' })
    expect(data.courses[0]?.lessons[0]).toMatchObject({ id: 'l01-water', languages: ['en', 'es'] })
    const undo = change(`${lesson}/en.md`, /^title: .*$/m, 'title: Boil it first')
    const draft = (await readDraft('en')).body.data
    expect(draft.lesson).toMatchObject({ id: 'tea.l01', title: 'Boil it first', language: 'en' })
    expect(draft.files.map(({ name }) => name.split('/').at(-1))).toEqual(['en.md', 'lesson.yml'])
    expect(draft.files[0]?.text).toContain('Boil it first')
    undo()
    expect((await readDraft('es')).body.data.lesson).toMatchObject({ language: 'es' })
    expect((await readDraft('ja')).body.data.lesson).toMatchObject({ language: 'en' })
  })

  it('with an error says where, and other languages are still shown', async () => {
    const undo = change(`${lesson}/es.md`, /^# f1:/m, '# f9:')
    const draft = (await readDraft('es')).body.data
    expect(draft.lesson).toBeNull()
    expect(draft.findings.filter(({ level }) => level === 'error').map(({ file }) => file)).toContain(
      `content/${lesson}/es.md`,
    )
    expect((await readDraft('en')).body.data.lesson).toMatchObject({ language: 'en' })
    undo()
  })

  it('of a broken course says what is wrong with the course', async () => {
    const undo = change('courses/tea/course.yml', /^id: .*$/m, 'id: [')
    const draft = (await readDraft('en')).body.data
    expect(draft.lesson).toBeNull()
    expect(draft.findings[0]).toMatchObject({ file: 'content/courses/tea/course.yml', level: 'error' })
    undo()
  })

  it('is only a folder of lessons, in a language of the product', async () => {
    for (const [name, language] of [
      ['l99', 'en'],
      ['..%2Fl01-water', 'en'],
      ['l01-water', 'xx'],
    ] as const)
      expect((await readDraft(language, name)).error?.name).toBe('lesson_not_found')
  })
})

it('a server without the content folder says so', async () => {
  renameSync(content.folder, `${content.folder}-away`)
  for (const name of ['contentFindings', 'exportFindings', 'contentDrafts'] as const)
    expect((await staff.call(name)).error?.name).toBe('content_unreadable')
  expect((await readDraft('en')).error?.name).toBe('content_unreadable')
  renameSync(`${content.folder}-away`, content.folder)
})

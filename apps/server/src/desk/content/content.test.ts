import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const product = join(import.meta.dirname, '../../../../../content')
const lesson = 'courses/ai-zero/lessons/l01-well-read-guesser'

let folder: string
let server: TestServer
let staff: Awaited<ReturnType<typeof actAsStaff>>

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'kitewise-content-')), 'content')
  cpSync(product, folder, { recursive: true })
  server = await startTestServer({ catalog: loadContent(product), config: { contentFolder: folder } })
  staff = await actAsStaff(server, 'content')
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const find = async (query = '') => (await staff.call('contentLessons', { query })).body.data
const placesOf = async (query: string) => (await find(query)).rows.map(({ place }) => place)

describe('the lessons', () => {
  it('have their minutes, their practices and the state of each translation as the files are now', async () => {
    const before = (await find('course=ai-zero&sort=place&direction=asc')).rows.find(
      ({ place }) => place === 'ai-zero.l01',
    )
    const [known] = server.context.catalog.courses.flatMap(({ lessons }) =>
      lessons.filter(({ id }) => id === 'ai-zero.l01'),
    )
    expect(before).toMatchObject({ course: 'ai-zero', minutes: known?.minutes, missing: 0, outdated: 0 })
    expect(before?.practices).toBeGreaterThan(0)
    expect(before?.translations).toHaveLength(7)

    rmSync(join(folder, lesson, 'ja.md'))
    const original = readFileSync(join(folder, lesson, 'es.md'), 'utf8')
    writeFileSync(join(folder, lesson, 'es.md'), original.replace(/\n# f\d+: [^]*$/, '\n'))
    expect(await placesOf('course=ai-zero&language=ja&state=missing')).toEqual(['ai-zero.l01'])
    expect(await placesOf('course=ai-zero&language=es&state=outdated')).toEqual(['ai-zero.l01'])
    expect(await placesOf('course=ai-zero&language=es&state=missing')).toEqual([])

    writeFileSync(join(folder, lesson, 'es.md'), original)
    expect(await placesOf('course=ai-zero&language=es&state=outdated')).toEqual([])
  })

  it('come in pages, and sorted by any column', async () => {
    const all = server.context.catalog.courses.reduce((sum, { lessons }) => sum + lessons.length, 0)
    const [first, second] = [
      await find('sort=minutes&direction=desc'),
      await find('sort=minutes&direction=desc&page=2'),
    ]
    expect([first.total, first.rows.length]).toEqual([all, 50])
    const minutes = [...first.rows, ...second.rows].map((row) => row.minutes)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    expect(new Set([...first.rows, ...second.rows].map(({ place }) => place)).size).toBe(minutes.length)
    expect((await staff.call('contentLessons', { query: 'state=none' })).status).toBe(400)
  })

  it('are a CSV with a column for each language and the same filters', async () => {
    const { text } = await staff.call('exportContent', { query: 'course=ai-zero' })
    const [titles, ...rows] = text.trim().split('\r\n')
    expect(titles).toBe('course,chapter,place,title,minutes,practices,missing,outdated,es,fr,ja,ko,pt,tr,ua')
    expect(rows).toHaveLength(server.context.catalog.findCourse('ai-zero')?.lessons.length ?? 0)
  })

  it('are known from the release when the content folder is gone, and nothing passes as complete', async () => {
    renameSync(folder, `${folder}-away`)
    const { data } = (await staff.call('contentOverview')).body
    expect(data.hasFiles).toBe(false)
    const states = (await find('course=ai-zero')).rows.flatMap(({ translations }) =>
      translations.map(({ state }) => state),
    )
    expect([...new Set(states)]).toEqual(['unchecked'])
    renameSync(`${folder}-away`, folder)
    expect((await staff.call('contentOverview')).body.data.hasFiles).toBe(true)
  })
})

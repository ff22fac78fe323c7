import { brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const catalog = makeCatalog(
  { id: 'a', chapters: { c1: { l01: { f1: ['quiz', 'prompt'] } }, c2: { l02: { f1: ['prompt'] } } } },
  { id: 'b', chapters: { c1: { l01: { f1: [] } } } },
)
const populateAll = 'populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage'
const now = new Date('2026-11-02T10:00:00Z')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog, now })
})
afterAll(() => server.close())

/** The raw bytes: fetch would decode them. */
const getRaw = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const ask = request(`${server.url}${path}`, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const encoding = answer.headers['content-encoding']
        resolve({ status: answer.statusCode ?? 0, encoding, bytes: Buffer.concat(parts) })
      })
    })
    ask.on('error', reject)
    ask.end()
  })

const countLanguages = async (language: string) =>
  (await server.call('lessonLanguages', { headers: { 'accept-language': language } })).body.data

describe('list of courses', () => {
  it('has no nested parts without populate', async () => {
    const { body, status } = await server.call('listCourses')
    expect(status).toBe(200)
    expect(body.data.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      ['description', 'id', 'language', 'level', 'title', 'totalLessons', 'totalMinutes', 'translatedLessons'].sort(),
    )
  })

  it('contains every part requested by the call in the spec, and no fragments', async () => {
    const { body, text } = await server.call('listCourses', { query: populateAll })
    expect(body.data[0]).toMatchObject({
      featuredImage: { url: '/covers/a.svg', formats: { medium: {}, small: {} } },
      chapters: [
        { id: 'a.c1', lessons: [{ id: 'a.l01', fragmentCount: 1 }] },
        { id: 'a.c2', lessons: [{ id: 'a.l02' }] },
      ],
    })
    expect(text).not.toContain('Words of')
    expect(text).not.toContain('isCorrect')
  })

  it.each([
    ['populate[0]=chapters', { chapters: true, lessons: false, image: false }],
    ['populate[0]=chapters.lessons', { chapters: true, lessons: true, image: false }],
    ['populate[5]=featuredImage&populate[6]=users', { chapters: false, lessons: false, image: true }],
    ['populate[0]=*&populate=chapters', { chapters: false, lessons: false, image: false }],
  ])('returns the requested parts for %s', async (query, parts) => {
    const course = (await server.call('listCourses', { query })).body.data[0]
    expect({
      chapters: course?.chapters !== undefined,
      lessons: course?.chapters?.[0]?.lessons !== undefined,
      image: course?.featuredImage !== undefined,
    }).toEqual(parts)
  })

  it('comes in the requested language, or in English where that is missing', async () => {
    const inUkrainian = await server.call('listCourses', { headers: { 'accept-language': 'uk-UA,uk;q=0.9' } })
    expect(inUkrainian.body.data[0]).toMatchObject({ title: 'Курс a', language: 'ua', translatedLessons: 0 })
    const inKorean = await server.call('listCourses', { headers: { 'accept-language': 'ko' } })
    expect(inKorean.body.data[0]).toMatchObject({ title: 'Course a', language: 'en', translatedLessons: 0 })
    const inEnglish = await server.call('listCourses', { headers: { 'accept-language': 'en' } })
    expect(inEnglish.body.data[0]).toMatchObject({ language: 'en', totalLessons: 2, translatedLessons: 2 })
    expect(inKorean.headers.get('vary')).toContain('Accept-Language')
  })

  it('comes with a count of the lessons in the requested language', async () => {
    expect(await countLanguages('en')).toEqual({ total: 3, translated: 3, wholeCourses: ['Course a', 'Course b'] })
    expect(await countLanguages('ko')).toEqual({ total: 3, translated: 0, wholeCourses: [] })
  })

  it('returns 304 to a client that has it in the same language', async () => {
    const first = await server.call('listCourses', { query: populateAll })
    const etag = first.headers.get('etag') ?? ''
    const again = await server.call('listCourses', { query: populateAll, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await server.call('listCourses', {
      query: populateAll,
      headers: { 'if-none-match': etag, 'accept-language': 'uk' },
    })
    expect(other.status).toBe(200)
  })

  it('has the same content in brotli and plain', async () => {
    const plain = await getRaw('/api/courses', {})
    const small = await getRaw('/api/courses', { 'accept-encoding': 'gzip, br' })
    expect([plain.encoding, small.encoding]).toEqual([undefined, 'br'])
    expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true)
  })
})

describe('single course', () => {
  it('has chapters, lessons, image and messages', async () => {
    const { body } = await server.call('getCourse', { params: { id: 'a' } })
    expect(body.data).toMatchObject({
      id: 'a',
      totalLessons: 2,
      totalMinutes: 10,
      progressMessages: [{ percentProgress: 0 }],
      featuredImage: {},
      chapters: [{ lessons: [{ id: 'a.l01' }] }, { lessons: [{ id: 'a.l02' }] }],
    })
  })

  it('returns 404 when it does not exist', async () => {
    const reply = await server.call('getCourse', { params: { id: 'zzz' } })
    expect(reply.error).toEqual({ status: 404, name: 'course_not_found', message: 'Course not found' })
  })
})

describe('lesson', () => {
  it('is free for everyone when it is the first of its course', async () => {
    const { status, body } = await server.call('getLesson', { params: { id: 'a.l01' } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: 'a.l01',
      chapter: { id: 'a.c1' },
      course: { id: 'a' },
      fragments: [
        {
          id: 'a.l01.f1',
          practices: [
            {
              practiceType: 'SINGLE_CHOICE_TEST',
              singleChoiceTest: { options: [{ id: 'a', isCorrect: true }, {}, {}] },
            },
            { practiceType: 'PROMPT_CREATION', singleChoiceTest: null },
          ],
        },
      ],
    })
  })

  it('does not expose the rubric and the model answer', async () => {
    const { text } = await server.call('getLesson', { params: { id: 'a.l01' } })
    expect(text).not.toMatch(/rubric|criteria|Write a short poem/)
  })

  it('needs a session, then a subscription, when it is not the first', async () => {
    const params = { id: 'a.l02' }
    expect((await server.call('getLesson', { params })).error?.name).toBe('unauthorized')
    const eve = await actAsLearner(server, { subscription: null })
    const refused = await server.call('getLesson', { params, token: eve.token })
    expect(refused.error).toMatchObject({ status: 403, name: 'subscription_required' })
    const past = Math.floor(now.getTime() / 1000) - 86_400
    const late = await actAsLearner(server, { subscription: { currentPeriodEnd: past } })
    expect((await server.call('getLesson', { params, token: late.token })).status).toBe(403)
    const ann = await actAsLearner(server)
    const read = await server.call('getLesson', { params, token: ann.token })
    expect([read.status, read.body.data.id]).toEqual([200, 'a.l02'])
    expect(read.headers.get('cache-control')).toBe('no-store')
  })

  it('returns 404 when it does not exist', async () => {
    const reply = await server.call('getLesson', { params: { id: 'a.l77' } })
    expect(reply.error).toEqual({ status: 404, name: 'lesson_not_found', message: 'Lesson not found' })
  })
})

describe('the parts of a whole course', () => {
  const params = { id: 'a' }

  it('are its lessons and pictures, with their sizes and a hash', async () => {
    const ann = await actAsLearner(server)
    const { status, body } = await server.call('coursePack', { params, token: ann.token })
    expect(status).toBe(200)
    const { lessons, pictures, tasks, bytes } = body.data
    const taskBytes = Buffer.byteLength(JSON.stringify(tasks))
    expect(lessons.map(({ id }) => id)).toEqual(['a.l01', 'a.l02'])
    const lesson = await server.call('getLesson', { params: { id: 'a.l02' }, token: ann.token })
    expect(lessons[1]?.bytes).toBe(Buffer.byteLength(lesson.text))
    expect(bytes).toBe([...lessons, ...pictures].reduce((sum, part) => sum + part.bytes, taskBytes))
  })

  it('include what evaluates a prompt on the device, and the same hash each time', async () => {
    const { token } = await actAsLearner(server)
    const ask = async () => (await server.call('coursePack', { params, token })).body.data
    const [first, again] = [await ask(), await ask()]
    expect(again).toEqual(first)
    expect(Object.values(first.tasks)).toMatchObject([{ points: expect.any(Array), elsewhere: {} }])
  })

  it('are for learners with access', async () => {
    expect((await server.call('coursePack', { params })).error?.name).toBe('unauthorized')
    const eve = await actAsLearner(server, { subscription: null })
    expect((await server.call('coursePack', { params, token: eve.token })).error?.name).toBe('subscription_required')
    const ann = await actAsLearner(server)
    const unknown = await server.call('coursePack', { params: { id: 'zzz' }, token: ann.token })
    expect(unknown.error?.name).toBe('course_not_found')
  })
})

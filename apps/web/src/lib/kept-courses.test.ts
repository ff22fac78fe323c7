import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, api, at, http, refusal } from '../test-support/api.ts'
import { makeCourse } from '../test-support/make-course.ts'
import { makeFullLesson } from '../test-support/make-lesson.ts'
import { setLanguage } from './i18n/language.ts'
import {
  findKeptTask,
  isComplete,
  keepCourse,
  keepStartedCourses,
  loadKeptCourses,
  removeCourse,
  useKeptCourses,
} from './kept-courses.ts'
import { findKept } from './kept-reads.ts'
import { courseQuery, lessonQuery } from './learning-queries.ts'
import { session } from './session/session.ts'

const part = (id: string, hash = id) => ({ id, hash, bytes: 100 })
const pack = (lessons: ReturnType<typeof part>[]) => ({
  courseId: 'course',
  hash: lessons.map(({ hash }) => hash).join(),
  bytes: 100 * lessons.length,
  lessons,
  pictures: [],
  tasks: { p1: { points: [] } },
})

/**
 * A server with the course; `failing` lessons are answered as told; `failing.pack` runs before the answer with the list.
 * @returns the lessons that were requested
 */
const givenCourse = (
  lessons: ReturnType<typeof part>[],
  failing: Record<string, () => Response | Promise<Response>> = {},
): string[] => {
  const asked: string[] = []
  api.use(
    http.get(at('/api/courses/{id}/pack'), async () => {
      await failing.pack?.()
      return answer(pack(lessons))
    }),
    http.get(at('/api/courses/{id}'), () => answer(makeCourse())),
    http.get(at('/api/lessons/{id}'), ({ params }) => {
      const id = String(params.id)
      asked.push(id)
      return failing[id]?.() ?? answer({ ...makeFullLesson(), id })
    }),
  )
  return asked
}

/** An answer with a lesson, before which something happens. */
const during = (id: string, happen: () => unknown) => async () => {
  await happen()
  return answer({ ...makeFullLesson(), id })
}

/** The browser aborts whatever stores something until room has been made. */
const fillDiskUntilDeletion = (): void => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function abort(this: IDBObjectStore) {
    const request = this.get('')
    this.transaction.abort()
    return request
  })
  const deletion = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function free(
    this: IDBObjectStore,
    key,
  ) {
    full.mockRestore()
    deletion.mockRestore()
    return this.delete(key)
  })
}

const signInAsBo = (): void => {
  session.clear()
  session.setToken('head.body.bo')
}

const keptCourse = () => useKeptCourses.getState().courses.course
const isThere = () => {
  const kept = keptCourse()
  return kept && isComplete(kept)
}
const problem = () => useKeptCourses.getState().problems.course

beforeEach(() => session.setToken('head.body.ana'))
afterEach(() => {
  setLanguage('en')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('keeping a course', () => {
  it('stores its lessons and tasks, and is listed with its size', async () => {
    givenCourse([part('l1'), part('l2')])
    await keepCourse('course', 'A course', true)
    expect(keptCourse()).toMatchObject({ title: 'A course', bytes: 200, doneBytes: 200, isChosen: true })
    expect(await findKept(lessonQuery('l2').queryKey)).toMatchObject({ id: 'l2' })
    expect(await findKeptTask('p1')).toEqual({ points: [] })
    useKeptCourses.setState({ courses: {} })
    await loadKeptCourses()
    expect(keptCourse()).toBeDefined()
  })

  it('goes on where a lost connection stopped it', async () => {
    givenCourse([part('l1'), part('l2')], { l2: () => HttpResponse.error() })
    await keepCourse('course', 'A course', true)
    expect([problem(), keptCourse()?.doneBytes]).toEqual(['lost', 100])
    const asked = givenCourse([part('l1'), part('l2')])
    await keepCourse('course', 'A course', true)
    expect([problem(), asked]).toEqual([undefined, ['l2']])
  })

  it('loads only what has changed', async () => {
    givenCourse([part('l1'), part('l2')])
    await keepCourse('course', 'A course', false)
    const asked = givenCourse([part('l1'), part('l2', 'new')])
    await keepCourse('course', 'A course', false)
    expect(asked).toEqual(['l2'])
  })

  it('claims nothing in another language', async () => {
    givenCourse([part('l1')])
    await keepCourse('course', 'A course', true)
    expect(isThere()).toBe(true)
    setLanguage('es')
    expect(isThere()).toBe(false)
  })

  it('stops when the language changes: what arrives then is of neither', async () => {
    const asked = givenCourse([part('l1'), part('l2'), part('l3')], { l2: during('l2', () => setLanguage('es')) })
    await keepCourse('course', 'A course', true)
    expect(asked).toEqual(['l1', 'l2'])
    expect(keptCourse()).toMatchObject({ locale: 'en', doneBytes: 100 })
    expect(await findKept(['lesson', 'l2', 'en'])).toBeUndefined()
    expect(await findKept(['lesson', 'l2', 'es'])).toBeUndefined()
  })

  it('ends with the access: the server refuses, and what was kept is deleted', async () => {
    givenCourse([part('l1')])
    await keepCourse('course', 'A course', true)
    api.use(http.get(at('/api/courses/{id}/pack'), () => refusal(403, 'subscription_required')))
    await keepCourse('course', 'A course', true)
    expect(await findKept(lessonQuery('l1').queryKey)).toBeUndefined()
    expect(keptCourse()?.isRemoved).toBe(true)
  })

  it('stops when the course is removed meanwhile, and leaves nothing of it', async () => {
    const asked = givenCourse([part('l1'), part('l2'), part('l3')], { l2: during('l2', () => removeCourse('course')) })
    await keepCourse('course', 'A course', true)
    expect(asked).toEqual(['l1', 'l2'])
    expect(keptCourse()).toMatchObject({ isRemoved: true, parts: {}, doneBytes: 0 })
    for (const id of ['l1', 'l2']) expect(await findKept(lessonQuery(id).queryKey)).toBeUndefined()
    expect(await findKeptTask('p1')).toBeUndefined()
  })

  it.each([
    ['after a lesson', 'l1', ['l1']],
    ['before its lessons', 'pack', []],
  ])('stops when another session begins %s, which gets nothing of it', async (_, at, lessons) => {
    const asked = givenCourse([part('l1'), part('l2')], { [at]: during('l1', signInAsBo) })
    await keepCourse('course', 'A course', true)
    expect(asked).toEqual(lessons)
    await loadKeptCourses()
    expect(useKeptCourses.getState()).toEqual({ courses: {}, loading: null, problems: {} })
    for (const key of [lessonQuery('l1').queryKey, courseQuery('course').queryKey]) {
      expect(await findKept(key)).toBeUndefined()
    }
    expect(await findKeptTask('p1')).toBeUndefined()
  })

  it('stops waiting for its turn when another session begins', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: (_: string, work: () => unknown) => Promise.resolve().then(signInAsBo).then(work) },
    })
    const asked = givenCourse([part('l1')])
    await keepCourse('course', 'A course', true)
    expect(asked).toEqual([])
    await loadKeptCourses()
    expect(useKeptCourses.getState().courses).toEqual({})
  })

  it('can be undone on a full disk: deleting makes room for the list without the course', async () => {
    givenCourse([part('l1')])
    await keepCourse('course', 'A course', true)
    fillDiskUntilDeletion()
    await removeCourse('course')
    expect(await findKept(lessonQuery('l1').queryKey)).toBeUndefined()
    useKeptCourses.setState({ courses: {} })
    await loadKeptCourses()
    expect(keptCourse()?.isRemoved).toBe(true)
  })

  it('can be undone, and belongs to the session', async () => {
    givenCourse([part('l1')])
    await keepCourse('course', 'A course', true)
    await removeCourse('course')
    expect(await findKept(lessonQuery('l1').queryKey)).toBeUndefined()
    expect(await findKeptTask('p1')).toBeUndefined()
    expect(isThere()).toBe(false)
    session.clear()
    expect(useKeptCourses.getState().courses).toEqual({})
  })
})

describe('keeping the courses that the learner has begun', () => {
  const begun = { status: 'in_progress', courseId: 'course' }

  it('ends with the session', async () => {
    const asked = givenCourse([part('l1')])
    const client = new QueryClient()
    keepStartedCourses(client)
    signInAsBo()
    client.setQueryData(['course-progress', 'ana', 'course'], begun)
    keepStartedCourses(client)
    await expect.poll(() => asked).toEqual(['l1'])
    await expect.poll(() => useKeptCourses.getState().loading).toBe(null)
    expect(asked).toEqual(['l1'])
  })
})

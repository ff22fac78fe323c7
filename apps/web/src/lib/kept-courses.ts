import type { CoursePack } from '@kitewise/contract/entities'
import type { Query, QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError, call, NetworkError } from './api-client.ts'
import { interfaceLocale } from './i18n/language.ts'
import { changeKept, findKept, keepAnswer, pictureCache } from './kept-reads.ts'
import { courseQuery, lessonQuery } from './learning-queries.ts'
import { session } from './session/session.ts'

/** A course on this device, with the pictures and tasks of its lessons. It belongs to the session, like all kept answers. */
export type KeptCourse = {
  courseId: string
  title: string
  /** The language in which it was kept, as a BCP 47 code. */
  locale: string
  /** Of the whole course. */
  hash: string
  bytes: number
  /** The learner asked for it; else it is kept because they have begun it. */
  isChosen: boolean
  /** The learner has removed it: it isn't kept again by itself. */
  isRemoved: boolean
  /** The hash of each part that is there, by lesson or address. */
  parts: Record<string, string>
  /** Its prompt tasks, by practice. Absent if it was kept by an earlier version. */
  tasks?: string[]
  doneBytes: number
}

type Courses = Record<string, KeptCourse>

/** Why a download stopped. What is there stays, and the next attempt goes on from it. */
export type KeepProblem = 'full' | 'lost' | 'failed'

type Keeping = {
  courses: Courses
  /** The course that is being downloaded. */
  loading: string | null
  problems: Record<string, KeepProblem>
}

const nothing: Keeping = { courses: {}, loading: null, problems: {} }

/** What the screens show of the kept courses. */
export const useKeptCourses = create<Keeping>()(() => nothing)
session.onEnd(() => useKeptCourses.setState(nothing))

const listKey = ['kept-courses']
const taskKey = (practiceId: string, locale: string) => ['prompt-task', practiceId, locale]

/** Reads the list from the device. */
export async function loadKeptCourses(): Promise<void> {
  useKeptCourses.setState({ courses: (await findKept<Courses>(listKey)) ?? {} })
}

/** What the built-in evaluator needs for a prompt task, if its course is kept. */
export function findKeptTask(practiceId: string): Promise<unknown> {
  return findKept(taskKey(practiceId, interfaceLocale()))
}

/** @returns what is listed of the course now */
const save = async (
  courseId: string,
  next: (course: KeptCourse | undefined) => KeptCourse | undefined,
): Promise<KeptCourse | undefined> => {
  let courses: Courses = {}
  const isStored = await changeKept<Courses>(listKey, (kept = {}) => {
    const { [courseId]: course, ...others } = kept
    const changed = next(course)
    courses = changed ? { ...others, [courseId]: changed } : others
    return courses
  })
  if (!isStored) throw new StorageFull('The list of courses was not stored.')
  useKeptCourses.setState({ courses })
  return courses[courseId]
}

/** The device has no room, or allows no storage. */
class StorageFull extends Error {
  override name = 'StorageFull'
}

const ensureRoom = async (bytes: number): Promise<void> => {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  if (quota !== undefined && quota - usage < bytes) throw new StorageFull(`${bytes} bytes are needed.`)
}

type Part = { key: string; hash: string; bytes: number; load: (isWanted: IsWanted) => Promise<void> }

/** Asked after each answer and before anything is stored of it. */
type IsWanted = () => boolean

const keepLesson = async (lessonId: string, isWanted: IsWanted): Promise<void> => {
  const { queryKey } = lessonQuery(lessonId)
  const lesson = await call('GET /api/lessons/{id}', { params: { id: lessonId } })
  if (isWanted() && !(await keepAnswer(queryKey, lesson))) throw new StorageFull(`The lesson ${lessonId}.`)
}

const keepPicture = async (url: string, isWanted: IsWanted): Promise<void> => {
  const cache = await caches.open(pictureCache)
  const response = await fetch(url).catch((cause: unknown) => {
    throw new NetworkError('No answer from the server.', { cause })
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  if (isWanted()) await cache.put(url, response)
}

/** Pictures need the Cache Storage of a secure address; without it lessons are kept all the same. */
const partsOf = ({ lessons, pictures }: CoursePack): Part[] => [
  ...lessons.map(({ id, ...part }) => ({ key: id, ...part, load: (isWanted: IsWanted) => keepLesson(id, isWanted) })),
  ...('caches' in globalThis ? pictures : []).map(({ url, ...part }) => ({
    key: url,
    ...part,
    load: (isWanted: IsWanted) => keepPicture(url, isWanted),
  })),
]

/** Ends early, without an error, when the language changes, or when the session has ended or the course was removed. */
const download = async (courseId: string, title: string, isChosen: boolean, isOurs: IsWanted): Promise<void> => {
  const locale = interfaceLocale()
  const isWanted = () => isOurs() && locale === interfaceLocale()
  const pack = await call('GET /api/courses/{id}/pack', { params: { id: courseId } })
  if (!isWanted()) return
  const parts = partsOf(pack)
  const tasks = Object.keys(pack.tasks)
  const listed = await save(courseId, (before) => {
    if (before?.isRemoved && !isChosen) return before
    const there = before?.locale === locale ? before.parts : {}
    const current = parts.filter(({ key, hash }) => there[key] === hash)
    return {
      courseId,
      title,
      locale,
      hash: pack.hash,
      bytes: pack.bytes,
      isChosen: isChosen || (before?.isChosen ?? false),
      isRemoved: false,
      parts: Object.fromEntries(current.map(({ key, hash }) => [key, hash])),
      tasks,
      doneBytes: current.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  })
  if (!listed || listed.isRemoved) return
  await ensureRoom(pack.bytes - listed.doneBytes)
  // The browser then asks before it deletes anything to make room. Its answer changes nothing here.
  if (isChosen) await navigator.storage?.persist?.()
  await keepCoursePage(courseId, isWanted)
  await keepTasks(pack, locale, isWanted)
  for (const { key, hash, bytes, load } of parts.filter((part) => listed.parts[part.key] !== part.hash)) {
    if (!isWanted()) return
    await load(isWanted)
    if (!isWanted()) return
    const isListed = await saveIfListed(courseId, (course) => ({
      ...course,
      parts: { ...course.parts, [key]: hash },
      doneBytes: course.doneBytes + bytes,
    }))
    if (!isListed) return forget({ locale, tasks, parts: { [key]: hash } })
  }
  if (isWanted() && !(await saveIfListed(courseId, (course) => ({ ...course, doneBytes: course.bytes }))))
    await forget({ locale, tasks, parts: {} })
}

/** @returns false for a course that was removed meanwhile, here or in another tab */
const saveIfListed = async (courseId: string, next: (course: KeptCourse) => KeptCourse): Promise<boolean> => {
  const course = await save(courseId, (kept) => (kept?.isRemoved === false ? next(kept) : kept))
  return course?.isRemoved === false
}

const keepCoursePage = async (courseId: string, isWanted: IsWanted): Promise<void> => {
  const { queryKey } = courseQuery(courseId)
  const course = await call('GET /api/courses/{id}', { params: { id: courseId } })
  if (isWanted()) await keepAnswer(queryKey, course)
}

const keepTasks = async ({ tasks }: CoursePack, locale: string, isWanted: IsWanted): Promise<void> => {
  for (const [practiceId, task] of Object.entries(tasks))
    if (isWanted()) await keepAnswer(taskKey(practiceId, locale), task)
}

const problemOf = (error: unknown): KeepProblem => {
  if (error instanceof StorageFull || (error instanceof DOMException && error.name === 'QuotaExceededError'))
    return 'full'
  return error instanceof NetworkError ? 'lost' : 'failed'
}

/** One download at a time, in whatever tab. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('kept-courses', work) : work()

/**
 * Downloads a course with its pictures, or what is missing or has changed. Never rejects: `useKeptCourses` has the progress and
 * the problem. A learner without access loses what was kept.
 */
export async function keepCourse(courseId: string, title: string, isChosen: boolean): Promise<void> {
  const token = session.token()
  const isOurs: IsWanted = () => token === session.token()
  useKeptCourses.setState(({ problems }) => {
    const { [courseId]: _, ...others } = problems
    return { loading: courseId, problems: others }
  })
  try {
    await inTurn(() => (isOurs() ? download(courseId, title, isChosen, isOurs) : Promise.resolve()))
  } catch (error) {
    if (!isOurs()) return
    if (error instanceof ApiError && error.code === 'subscription_required') await removeCourse(courseId)
    const problem = problemOf(error)
    useKeptCourses.setState(({ problems }) => ({ problems: { ...problems, [courseId]: problem } }))
  } finally {
    if (isOurs()) useKeptCourses.setState(({ loading }) => ({ loading: loading === courseId ? null : loading }))
  }
}

/** Deletes a course from this device. Progress stays. */
export async function removeCourse(courseId: string): Promise<void> {
  let there: KeptCourse | undefined
  const unlist = (): Promise<boolean> =>
    save(courseId, (kept) => {
      there ??= kept
      return kept && { ...kept, isChosen: false, isRemoved: true, hash: '', parts: {}, tasks: [], doneBytes: 0 }
    }).then(() => true)
  const isUnlisted = await unlist().catch(() => false)
  if (there) await forget(there)
  // A full disk refuses even this. Now it has room.
  if (!isUnlisted) await unlist().catch(() => false)
}

/** Deletes lessons, pictures and tasks, but not what is listed of them. */
const forget = async ({ locale, parts, tasks = [] }: Pick<KeptCourse, 'locale' | 'parts' | 'tasks'>): Promise<void> => {
  const cache = 'caches' in globalThis ? await caches.open(pictureCache) : undefined
  for (const key of Object.keys(parts)) {
    if (key.startsWith('/')) await cache?.delete(key)
    else await changeKept(['lesson', key, locale], () => undefined)
  }
  for (const practiceId of tasks) await changeKept(taskKey(practiceId, locale), () => undefined)
}

/** A size in the words of a language: "1.2 MB". */
export function sizeText(locale: string, bytes: number): string {
  const [unit, divisor] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const)
  const digits = { maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }
  return new Intl.NumberFormat(locale, { style: 'unit', unit, ...digits }).format(bytes / divisor)
}

/** Whether all of it is there in the language of the interface. */
export function isComplete({ bytes, doneBytes, isRemoved, locale }: KeptCourse): boolean {
  return !isRemoved && doneBytes >= bytes && locale === interfaceLocale()
}

const keepStarted = async (courseId: string): Promise<void> => {
  const token = session.token()
  await loadKeptCourses()
  const known = useKeptCourses.getState().courses[courseId]
  if (token === '' || token !== session.token() || known?.isRemoved) return
  const title = known?.title ?? (await call('GET /api/courses/{id}', { params: { id: courseId } })).title
  if (token === session.token()) await keepCourse(courseId, title, false)
}

type Progress = { status?: unknown; courseId?: unknown }

/**
 * Keeps each course that the learner has begun, or what is missing of it. An interrupted download of another one waits for the
 * learner. Call it with `inAdvance`.
 * @returns a function that stops it
 */
export function keepStartedCourses(client: QueryClient): () => void {
  const asked = new Set<string>()
  const token = session.token()
  const look = ({ queryKey, state }: Query): void => {
    if (
      token !== session.token() ||
      queryKey[0] !== 'course-progress' ||
      queryKey.length !== 3 ||
      state.data === undefined
    )
      return
    const { status, courseId } = state.data as Progress
    if (status !== 'in_progress' || typeof courseId !== 'string' || asked.has(courseId)) return
    asked.add(courseId)
    void keepStarted(courseId).catch(() => undefined)
  }
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) look(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') look(event.query)
  })
}

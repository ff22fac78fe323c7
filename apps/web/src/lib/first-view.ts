/**
 * What the drawn frame of a learner's screen shows before React does: a picture and a few words in the places that
 * components/screen-shapes.tsx leaves for them. First what this device showed there last, then what the document's early
 * calls bring. first-load/start.ts fills it in, so this imports nothing but rules.
 */

import type { Course, CourseProgress, Lesson, LessonProgress } from '@kitewise/contract/entities'
import { lessonState } from '@kitewise/rules/lesson-state'
import { startingFragment } from '@kitewise/rules/starting-fragment'

export type FirstView = {
  /** The address of a cover. */
  picture?: string | undefined
  title: string
  text?: string | undefined
}

/** The views of one session by address; the newest is last. */
type Stored = { owner: string; views: Record<string, FirstView> }

export const firstViewsKey = 'first-views'
const maximumViews = 12

/** One session, as in kept-reads.ts: the signature of its token, which alone grants nothing. */
const ownerOf = (token: string): string => token.split('.').at(-1) ?? ''

const readStored = (token: string): Stored => {
  const empty = { owner: ownerOf(token), views: {} }
  try {
    const stored = JSON.parse(localStorage.getItem(firstViewsKey) ?? 'null') as Stored | null
    return stored?.owner === empty.owner ? stored : empty
  } catch {
    return empty
  }
}

/** What this device last showed at an address to the learner of this token. */
export function findFirstView(path: string, token: string): FirstView | undefined {
  return token === '' ? undefined : readStored(token).views[path]
}

/** Undefined forgets it. A browser without storage or room keeps nothing. */
export function keepFirstView(path: string, token: string, view: FirstView | undefined): void {
  if (token === '') return
  const { owner, views } = readStored(token)
  const others = Object.entries(views).filter(([known]) => known !== path)
  const kept = view === undefined ? others : [...others, [path, view] as const]
  try {
    localStorage.setItem(firstViewsKey, JSON.stringify({ owner, views: Object.fromEntries(kept.slice(-maximumViews)) }))
  } catch {
    // The frame stays empty next time.
  }
}

/**
 * The lesson in progress, else the first open one of a begun course, else of a new one: as on the dashboard.
 * @param recommended the course to which the learner's quiz leads
 */
export function viewOfToday(
  courses: readonly Course[],
  progressOfCourses: readonly CourseProgress[],
  recommended: string | null,
): FirstView | undefined {
  const steps = courses.flatMap((course, index) => {
    const progress = progressOfCourses.find(({ courseId }) => courseId === course.id)
    const lessons = (course.chapters ?? []).flatMap((chapter) => chapter.lessons ?? [])
    if (progress === undefined) return []
    const ids = lessons.map(({ id }) => id)
    const rankOfOpen = progress.status !== 'not_started' ? 1 : index === 0 || course.id === recommended ? 2 : 3
    return (['current', 'available'] as const).flatMap((state) => {
      const lesson = lessons.find(({ id }) => lessonState(ids, progress.progressInfo, id) === state)
      return lesson ? [{ course, lesson, rank: state === 'current' ? 0 : rankOfOpen }] : []
    })
  })
  const [next] = [...steps].sort((a, b) => a.rank - b.rank)
  return next && { picture: next.lesson.image.url, title: next.lesson.title, text: next.course.title }
}

export function viewOfCourse({ title }: Pick<Course, 'title'>): FirstView {
  return { title }
}

/** A title and the first paragraph of its text, if that is plain prose: other Markdown is left to its reader. */
export function viewOfCard(title: string, markdown: string): FirstView {
  const [paragraph = ''] = markdown.trim().split(/\n\s*\n/)
  const isProse = /^[\p{L}"“«¿¡*_]/u.test(paragraph) && !/[[\]`<>|]|^[*_-] |\n[*-] /.test(paragraph)
  return { title, text: isProse ? paragraph.replace(/[*_]{1,2}/g, '').replaceAll('\n', ' ') : undefined }
}

/** The card at which an unfinished lesson opens; undefined where it opens in the middle of a fragment. */
export function viewOfLesson(lesson: Lesson, progress: LessonProgress, query: string | null): FirstView | undefined {
  const entries = Object.values(progress.fragmentProgress)
  const completed = lesson.fragments.map(({ id }) => entries.some((one) => one.fragmentId === id && one.completed))
  const { current } = startingFragment({ completed, isFinished: progress.finished, query })
  const fragment = lesson.fragments[current]
  const isBegun = entries.some((one) => one.fragmentId === fragment?.id && one.practiceResults.length > 0)
  if (!fragment || progress.finished || isBegun) return undefined
  return viewOfCard(fragment.title, fragment.content)
}

/**
 * Puts a view into the frame, or empties it.
 * @returns whether the frame is there and has a place for it
 */
export function fillFrame(view: FirstView | undefined): boolean {
  const place = document.querySelector<HTMLElement>('#root [data-first-view]')
  const blocks = place?.previousElementSibling
  if (!place || !(blocks instanceof HTMLElement)) return false
  place.hidden = view === undefined
  blocks.hidden = view !== undefined
  if (view === undefined) return true
  for (const slot of place.querySelectorAll<HTMLElement>('[data-slot]')) {
    const value = view[slot.dataset.slot as keyof FirstView]
    slot.hidden = value === undefined
    if (slot instanceof HTMLImageElement) {
      if (value !== undefined && slot.getAttribute('src') !== value) slot.src = value
    } else slot.textContent = value ?? ''
  }
  return true
}

/** Whether the frame shows words of its screen. */
export function isFrameFilled(): boolean {
  return document.querySelector('#root [data-first-view]:not([hidden])') !== null
}

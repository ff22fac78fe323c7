import type { Calls } from '@kitewise/contract/calls'
import type { PublicCertificate } from '@kitewise/contract/certificates'
import type { Course } from '@kitewise/contract/entities'
import type { Quiz } from '@kitewise/contract/onboarding-entities'

/**
 * What the document has asked the server for before the scripts arrived (first-load/start.ts). Each answer is used once,
 * by the first call for its address; anything else asks the server itself.
 */
export type EarlyCalls = {
  /** Whose answers they are. */
  token: string
  /** BCP 47, as sent. */
  language: string
  /** When they were asked for, by `performance.now()`. */
  askedAt: number
  /** Bodies of the API by address; undefined when the server refused or didn't answer. */
  answers: Record<string, Promise<unknown>>
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls | undefined
    /** What was pressed on a drawn page before the app took over. */
    earlyPress?: HTMLButtonElement | null | undefined
    /** The words of the page as they were parsed. */
    drawnWords?: string
  }
}

/** Without a query: `?lessonId=` names the lesson whose progress comes along. */
export const firstScreenAddress = '/api/product-user/first-screen'

export type FirstScreen = Calls['GET /api/product-user/first-screen']['answer']['data']

/** The part of the first screen's answer that a single call would return. */
const partOf = (screen: FirstScreen, address: string): unknown => {
  const [path = ''] = address.split('?')
  const progress = /^\/api\/user-course-progress\/(course|lesson)\/[^/]+\/([^/]+)$/.exec(path)
  if (progress) {
    const [, kind, id = ''] = progress
    if (kind === 'course') return screen.courseProgress.find(({ courseId }) => courseId === decodeURIComponent(id))
    return screen.lessonProgress?.lessonId === decodeURIComponent(id) ? screen.lessonProgress : undefined
  }
  if (path === '/api/product-user/me') return screen.user
  if (path === '/api/user-subscription') return screen.subscriptions
  if (path === '/api/product-user/streak') return screen.streak
  if (path === '/api/product-user/recommended-course') return screen.recommendedCourse
  return undefined
}

/** What a page brings along in `#page-data`, one of these, from the build or the server. `language` is the one of the page. */
export type PageData = {
  language: string
  quiz?: Quiz
  course?: Course
  certificate?: PublicCertificate & { id: string }
}

/** Undefined on other pages, and on one that was drawn for another language. */
export function findPageData(language: string): PageData | undefined {
  const data = document.getElementById('page-data')?.textContent
  if (!data) return undefined
  const page = JSON.parse(data) as PageData
  return page.language === language ? page : undefined
}

/** An answer may be as old as a slow start of the app, but not of an earlier visit to the screen. Milliseconds. */
const maximumAgeMs = 20_000
const used = new Set<string>()

/** After a write the answers may be older than what the app has stored. */
export function dropEarlyAnswers(): void {
  window.earlyCalls = undefined
}

/** @returns the body of the answer, or undefined: then the call has to be made */
export async function takeEarlyAnswer(address: string, token: string, language: string): Promise<unknown> {
  const early = window.earlyCalls
  if (early === undefined || used.has(address)) return undefined
  used.add(address)
  const isOld = performance.now() - early.askedAt > maximumAgeMs
  if (early.token !== token || early.language !== language || isOld) return undefined
  const whole = early.answers[address]
  if (whole !== undefined) return whole
  const screen = await early.answers[firstScreenAddress]
  const part = screen === undefined ? undefined : partOf((screen as { data: FirstScreen }).data, address)
  return part === undefined ? undefined : { data: part }
}

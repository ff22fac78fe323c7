/** Inlined into index.html: what must happen before the first paint, and what must work when every other file fails. */

import type { Course, Lesson } from '@kitewise/contract/entities'
import { languageDetails } from '@kitewise/rules/language'
import { type EarlyCalls, type FirstScreen, firstScreenAddress } from '../lib/early-answers.ts'
import { fillFrame, findFirstView, type FirstView, viewOfCourse, viewOfLesson, viewOfToday } from '../lib/first-view.ts'
import { browserTimeZone } from '../lib/browser-locale.ts'
import { startLanguage } from '../lib/i18n/stored-language.ts'
import { applyPreferences } from '../lib/preferences.ts'
import { isEnter } from '../lib/typing/is-enter.ts'
import './tell-failure.ts'

try {
  applyPreferences()
} catch {
  // A browser too old for it shows the light theme.
}

/** What a browser keeps that changes how a screen looks at first; `usr` is what the history's entry has (lib/app-history.ts). */
const isKnownVisitor = (): boolean =>
  ['registration', 'checkout', `link:${location.pathname}`].some((key) => sessionStorage.getItem(key) !== null) ||
  /[?&](step|token|email)=/.test(location.search) ||
  Boolean((history.state as { usr?: unknown } | null)?.usr)

/**
 * The build has drawn the page for a language, and for a learner or an unknown visitor. For anyone else it stays hidden
 * until the app shows the screen.
 */
const checkDrawnPage = (): void => {
  const page = document.documentElement
  const { drawnFor } = page.dataset
  if (drawnFor === undefined) return
  const isLearner = Boolean(localStorage.getItem('jwt_token'))
  if (location.pathname === '/' && !isLearner) history.replaceState(null, '', '/login')
  const isRight =
    page.lang === languageDetails[startLanguage()].bcp47 &&
    (drawnFor === 'learner') === isLearner &&
    (isLearner || !isKnownVisitor())
  if (!isRight) page.dataset.stale = ''
}

/** As the app's client sends it, so that the answer is the one that it would get. */
const askEarly = (address: string, token: string, language: string): Promise<unknown> =>
  fetch(address, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'accept-language': language,
      'x-time-zone': browserTimeZone(),
    },
  }).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )

/** `/course/x`, `/course/x/lesson/y/learn` */
const [, course, lesson, part] = /^\/course\/([\w.-]+)(?:\/lesson\/([\w.-]+)\/(\w+))?\/?$/.exec(location.pathname) ?? []
const courseList =
  '/api/courses?populate%5B0%5D=chapters&populate%5B1%5D=chapters.lessons&populate%5B2%5D=featuredImage'

/** The catalog's part that a screen shows, besides what is the learner's. */
const catalogAddress = (): string | undefined => {
  if (/^\/(profile|boost)/.test(location.pathname)) return undefined
  if (lesson !== undefined) return `/api/lessons/${lesson}`
  return course === undefined ? courseList : `/api/courses/${course}`
}

const isLearnersScreen = (): boolean =>
  course !== undefined || /^\/(dashboard|courses|recommended-courses|profile|boost)\/?$/.test(location.pathname)

/** What the frame shows of the answers; undefined where it shows none of them. */
const viewOf = (screen: FirstScreen, catalog: unknown): FirstView | undefined => {
  if (lesson !== undefined)
    return screen.lessonProgress && part === 'learn'
      ? viewOfLesson(catalog as Lesson, screen.lessonProgress, new URLSearchParams(location.search).get('fragment'))
      : undefined
  if (course !== undefined) return viewOfCourse(catalog as Course)
  return viewOfToday(catalog as Course[], screen.courseProgress, screen.recommendedCourse?.courseId ?? null)
}

/** Until the app takes over, once the frame has been parsed and the page is known to be the right one. */
const fill = (view: FirstView | undefined): void => {
  const { drawnFor, stale } = document.documentElement.dataset
  if (drawnFor !== 'learner' || stale !== undefined || fillFrame(view) || document.readyState !== 'loading') return
  requestAnimationFrame(() => fill(view))
}

/** Shows what this device knows of the screen, and then what the server says. */
const fillTwice = (token: string, { [firstScreenAddress]: screen, ...others }: EarlyCalls['answers']): void => {
  const known = findFirstView(location.pathname, token)
  if (known) fill(known)
  const [catalog] = Object.values(others)
  void Promise.all([screen, catalog]).then(
    ([first, second]) =>
      first && second && fill(viewOf((first as { data: FirstScreen }).data, (second as { data: unknown }).data)),
  )
}

/**
 * Asks for the data of a learner's screen while the scripts are on their way. `lib/early-answers.ts` hands the answers
 * to the calls for which they are meant.
 */
const askForScreen = (): void => {
  const token = localStorage.getItem('jwt_token')
  if (!token || !isLearnersScreen()) return
  const language = languageDetails[startLanguage()].bcp47
  const catalog = catalogAddress()
  const addresses = [firstScreenAddress + (lesson === undefined ? '' : `?lessonId=${lesson}`), catalog]
  const [screen, second] = addresses.map((address) => address && askEarly(address, token, language))
  const answers: EarlyCalls['answers'] = {}
  if (screen) answers[firstScreenAddress] = screen
  if (second && catalog !== undefined) answers[catalog] = second
  window.earlyCalls = { token, language, answers, askedAt: performance.now() }
  fillTwice(token, answers)
}

try {
  askForScreen()
  checkDrawnPage()
} catch {
  // Without storage nobody is signed in, and the page is as drawn.
}

const canSeePaint = (): boolean => window.PerformanceObserver?.supportedEntryTypes?.includes('paint') ?? false

/**
 * Asks for the other scripts of a drawn page once the page has been parsed, and a visitor's once it has been painted: they
 * would share the line with the font. A page that never paints, in a hidden tab, gets them from the core as it starts.
 */
const askSoon = (): void => {
  const soon = document.querySelector<HTMLTemplateElement>('#soon')
  const ask = (): void => soon?.content && document.head.append(soon.content)
  if (soon && (window.earlyCalls || document.documentElement.dataset.stale !== undefined)) ask()
  else if (soon && canSeePaint())
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      ask()
    }).observe({ type: 'paint', buffered: true })
  else if (soon) setTimeout(ask)
  else if (document.readyState === 'loading') requestAnimationFrame(askSoon)
}
requestAnimationFrame(askSoon)

/** Later a translator may have changed them, as main.tsx then notices. */
document.addEventListener('readystatechange', () => {
  window.drawnWords ??= document.getElementById('root')?.textContent
})

/**
 * A drawn page looks ready before it is. The last button that was pressed until then, by a tap or by Enter in a form, is
 * pressed again by main.tsx.
 */
const notePress = ({ target }: Event): void => {
  if (document.documentElement.dataset.drawnFor !== 'visitor' || !(target instanceof Element)) return
  const button = target.closest<HTMLButtonElement>('#root button')
  if (button) window.earlyPress = button
}
addEventListener('click', notePress)
addEventListener('keydown', (event) => {
  const { target } = event
  if (document.documentElement.dataset.drawnFor !== 'visitor') return
  if (isEnter(event) && target instanceof HTMLInputElement && target.form)
    window.earlyPress = target.form.querySelector<HTMLButtonElement>('#root [type="submit"]')
})

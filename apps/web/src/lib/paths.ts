const segment = encodeURIComponent

/** Every address of the app. Screens and features link by these alone; the patterns belong to the router. */
export const patterns = {
  home: '/',
  login: '/login',
  restorePass: '/restore-pass',
  plans: '/plans',
  pin: '/pin',
  dashboard: '/dashboard',
  courses: '/courses',
  recommendedCourses: '/recommended-courses',
  course: '/course/:courseId',
  lessonStart: '/course/:courseId/lesson/:lessonId/start',
  lessonLearn: '/course/:courseId/lesson/:lessonId/learn',
  profile: '/profile',
  boost: '/boost',
} as const

export const paths = {
  home: patterns.home,
  login: patterns.login,
  loginPin: `${patterns.login}?step=pin`,
  restorePass: patterns.restorePass,
  plans: patterns.plans,
  pin: patterns.pin,
  dashboard: patterns.dashboard,
  courses: patterns.courses,
  recommendedCourses: patterns.recommendedCourses,
  course: (courseId: string): string => `/course/${segment(courseId)}`,
  lessonStart: (courseId: string, lessonId: string): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/start`,
  /** @param fragment zero-based index of the fragment to open at */
  lessonLearn: (courseId: string, lessonId: string, fragment?: number): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/learn${fragment === undefined ? '' : `?fragment=${fragment}`}`,
  profile: patterns.profile,
  boost: patterns.boost,
}

import { courseAnswer } from '@kitewise/content/answers'
import type { Course } from '@kitewise/contract/entities'
import { screens, welcomePath } from '@kitewise/contract/screens'
import { languageDetails, type TextLanguage, textLanguageOf, textLanguages } from '@kitewise/rules/language'
import en from '@kitewise/texts/landing/en' with { type: 'json' }
import { readLanguages } from '@kitewise/texts/read-languages'
import type { Context } from '../../context.ts'
import { sharePicturePath, sharePictureSize } from './draw-share-picture.ts'

/** What search engines and link previews read of a page. Addresses are absolute. */
export type PageDescription = {
  /** BCP 47. */
  language: string
  title: string
  description: string
  links: { rel: string; href: string; hreflang?: string }[]
  /** Open Graph, by property. */
  properties: Record<string, string>
  /** schema.org. */
  data: object[]
}

type Site = Pick<Context, 'catalog' | 'config'>

const textsByLanguage = readLanguages<typeof en>('landing')

/** The page for newcomers about a course, or about the product (null). Null if there is no such course. */
export function describeWelcome(
  { catalog, config }: Site,
  courseId: string | null,
  language: TextLanguage,
): PageDescription | null {
  const site = { name: config.brand.name, url: config.publicUrl }
  if (courseId === null) {
    const texts = textsByLanguage.get(language) ?? en
    const courses = catalog.courses.map(({ id }) => id)
    return describePage(site, { courseId, language, title: texts.title, description: texts.description }, [
      { '@type': 'Organization', ...site, logo: `${site.url}/kite.svg` },
      questionsPage(texts, site.name),
      courseList(site, courses, language),
    ])
  }
  const found = catalog.findCourse(courseId)
  if (!found) return null
  const course = courseAnswer(found, language)
  const { title, description } = course
  return describePage(site, { courseId, language, title, description }, [courseData(site, course, language)])
}

/** Every address of the pages for newcomers, with its language and its course. */
export function listWelcomePages({ catalog }: Site): { courseId: string | null; language: TextLanguage }[] {
  const courseIds = [null, ...catalog.courses.map(({ id }) => id)]
  return courseIds.flatMap((courseId) => textLanguages.map((language) => ({ courseId, language })))
}

/** English is also what other languages get, so its address names no language. */
export function canonicalPath(courseId: string | null, language: TextLanguage): string {
  return welcomePath(courseId, language === 'en' ? undefined : languageDetails[language].bcp47)
}

/** The same page in each language, by `hreflang`. */
export function listAlternates(courseId: string | null): { hreflang: string; path: string }[] {
  const alternates = textLanguages.map((language) => ({
    hreflang: languageDetails[language].bcp47,
    path: canonicalPath(courseId, language),
  }))
  return [...alternates, { hreflang: 'x-default', path: welcomePath(courseId) }]
}

type SiteFacts = { name: string; url: string }
type Page = { courseId: string | null; language: TextLanguage; title: string; description: string }

const describePage = (site: SiteFacts, page: Page, data: object[]): PageDescription => {
  const { courseId, language, title, description } = page
  const url = site.url + canonicalPath(courseId, language)
  const alternates = listAlternates(courseId)
  return {
    language: languageDetails[language].bcp47,
    title: `${title} · ${site.name}`,
    description,
    links: [
      { rel: 'canonical', href: url },
      ...alternates.map(({ hreflang, path }) => ({ rel: 'alternate', hreflang, href: site.url + path })),
    ],
    properties: {
      'og:type': 'website',
      'og:site_name': site.name,
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': site.url + sharePicturePath(courseId),
      'og:image:type': 'image/png',
      'og:image:width': String(sharePictureSize.width),
      'og:image:height': String(sharePictureSize.height),
      'twitter:card': 'summary_large_image',
    },
    data: data.map((thing) => ({ '@context': 'https://schema.org', ...thing })),
  }
}

const questionsPage = ({ questions }: typeof en, brand: string) => ({
  '@type': 'FAQPage',
  mainEntity: Object.values(questions).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question.replaceAll('{brand}', brand),
    acceptedAnswer: { '@type': 'Answer', text: answer.replaceAll('{brand}', brand) },
  })),
})

const courseList = ({ url }: SiteFacts, courseIds: readonly string[], language: TextLanguage) => ({
  '@type': 'ItemList',
  itemListElement: courseIds.map((courseId, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: url + canonicalPath(courseId, language),
  })),
})

/** Without prices: the page of the plans has them, from the payment provider. */
const courseData = (site: SiteFacts, course: Course, language: TextLanguage) => {
  const first = course.chapters?.[0]?.lessons?.[0]
  return {
    '@type': 'Course',
    name: course.title,
    description: course.description,
    url: site.url + canonicalPath(course.id, language),
    inLanguage: languageDetails[textLanguageOf(course.language)].bcp47,
    educationalLevel: course.level,
    image: site.url + sharePicturePath(course.id),
    provider: { '@type': 'Organization', ...site },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${course.totalMinutes}M`,
    },
    offers: { '@type': 'Offer', category: 'Subscription', url: site.url + screens.plans },
    ...(first && { hasPart: { '@type': 'LearningResource', name: first.title, isAccessibleForFree: true } }),
  }
}

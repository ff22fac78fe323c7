import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Beasties from 'beasties'
import { build, type Plugin, type UserConfig } from 'vite'
import { screens as patterns } from '../../../packages/contract/src/screens.ts'
import { languageDetails, type TextLanguage, textLanguages } from '../../../packages/rules/src/language.ts'
import { firstQuizPlace, quizPath } from '../../../packages/rules/src/quiz-path.ts'
import { defaultBrand } from '../../../packages/texts/brand.ts'
import type { DrawingJob, DrawnContent, DrawnScreen, ScreenToDraw } from './draw-in-worker.ts'
import { readScreens } from './read-screens.ts'

const repository = join(import.meta.dirname, '../../..')
const web = join(repository, 'dist/web')
const drawing = join(repository, 'dist/drawing')
const screens = readScreens(join(import.meta.dirname, '../src/app'))

/** A page to draw: a screen of the contract's table, or `notFound`. `path` is one of its addresses. */
type Page = ScreenToDraw & {
  screen: keyof typeof patterns | 'notFound'
  reader: 'visitor' | 'learner'
  /** What was drawn, in the order of the page, and the place that the server fills instead. */
  places?: readonly (readonly [drawn: string, place: string])[]
}

const plain = (screen: keyof typeof patterns): Page => ({
  name: screen,
  screen,
  reader: 'visitor',
  path: patterns[screen].replaceAll(/:\w+/g, 'x'),
})

/** For learners, the frame of the screen: what it shows while its data is on the way. */
const frame = (screen: keyof typeof patterns): Page => ({ ...plain(screen), reader: 'learner' })

const quizStep = (step: number, data: { language: TextLanguage; quiz: DrawnContent['quiz'] }): Page => ({
  name: `quiz-${step}`,
  screen: 'quiz',
  reader: 'visitor',
  path: quizPath({ ...firstQuizPlace, step }),
  data,
})

const welcomeCourse = (data: { language: TextLanguage; course: DrawnContent['courses'][number] }): Page => ({
  name: `welcome-${data.course.id}`,
  screen: 'welcomeCourse',
  reader: 'visitor',
  path: patterns.welcomeCourse.replace(/:\w+/, data.course.id),
  data,
})

/** Of no learner: the server fills in each one (describe-page.ts), and its data. */
const certificate = (language: TextLanguage): Page => {
  const issueDate = '2001-02-03'
  const day = new Intl.DateTimeFormat(languageDetails[language].bcp47, { dateStyle: 'long', timeZone: 'UTC' })
  const certificate = {
    id: '{{id}}',
    name: '{{name}}',
    courseName: '{{courseName}}',
    issueDate,
    valid: true as const,
    pdfUrl: '{{pdfUrl}}',
    badgeUrl: '{{badgeUrl}}',
  }
  return {
    name: 'certificate',
    screen: 'certificate',
    reader: 'visitor',
    path: patterns.certificate.replace(/:\w+/, certificate.id),
    data: { language, certificate },
    places: [
      ['data-size="0"', 'data-size="{{nameSize}}"'],
      ['data-size="0"', 'data-size="{{courseNameSize}}"'],
      [issueDate, '{{issueDate}}'],
      [day.format(new Date(issueDate)), '{{issueDay}}'],
    ],
  }
}

/** @throws Error if something was not drawn as expected */
const leavePlaces = ({ name, places = [] }: Page, markup: string): string => {
  let [left, rest] = ['', markup]
  for (const [drawn, place] of places) {
    const at = rest.indexOf(drawn)
    if (at < 0) throw new Error(`${name} was drawn without ${drawn}.`)
    left += rest.slice(0, at) + place
    rest = rest.slice(at + drawn.length)
  }
  return left + rest
}

const pagesFor = (language: TextLanguage, { quiz, courses }: DrawnContent): Page[] => [
  ...(['login', 'welcome', 'plans', 'terms', 'privacy', 'subscriptionTerms'] as const).map(plain),
  certificate(language),
  { name: 'notFound', screen: 'notFound', reader: 'visitor', path: '/no-such-page' },
  ...courses.map((course) => welcomeCourse({ language, course })),
  ...quiz.steps.map((_, index) => quizStep(index + 1, { language, quiz })),
  ...(['dashboard', 'courses', 'course', 'lessonStart', 'lessonLearn', 'boost', 'profile'] as const).map(frame),
]

const runWorker = <Answer>(job: DrawingJob): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(drawing, 'draw.js'), { workerData: job })
    worker.once('message', (answer: Answer) => {
      resolve(answer)
      void worker.terminate()
    })
    worker.once('error', reject)
  })

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }

/** The files of a page's screen besides the core of the app, as elements. */
type Links = { styles: string; scripts: string }

const linksOf = (manifest: Record<string, Chunk>, page: Page, language: TextLanguage): Links => {
  const screen = screens.find(({ pattern }) => pattern === page.screen)
  const group = /([\w-]+)\.tsx?$/.exec(screen?.group ?? 'sign-in.ts')?.[1]
  const isWanted = ({ file, name }: Chunk): boolean =>
    file.endsWith('.js') && (name === group || (page.reader === 'learner' && name === 'data'))
  const textFiles = ['core', ...(screen?.groups ?? [])].map((texts) => `/texts-${language}-${texts}`)
  const found = new Set<string>()
  const collect = (key: string): void => {
    if (found.has(key)) return
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) collect(next)
  }
  for (const [key, chunk] of Object.entries(manifest))
    if (isWanted(chunk) || textFiles.some((ending) => key.endsWith(ending))) collect(key)
  const chunks = [...found].flatMap((key) => manifest[key] ?? [])
  const scripts = chunks.filter(({ name }) => name !== 'core').map(({ file }) => `/${file}`)
  const styles = new Set(chunks.filter(({ name }) => name !== 'core').flatMap(({ css = [] }) => css))
  return {
    styles: [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join(''),
    scripts: scripts
      .filter((file) => !file.includes('/rolldown-runtime'))
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
      .join(''),
  }
}

/** The one font file that most words of a language need; Korean and Japanese use the system's. */
const fontOf = (manifest: Record<string, Chunk>, language: TextLanguage): string => {
  if (language === 'ko' || language === 'ja') return ''
  const script = language === 'ua' ? 'cyrillic' : 'latin'
  const file = Object.values(manifest).find((chunk) => chunk.file.includes(`manrope-${script}-wght`))?.file
  return file === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}

/** `</script` would end the element. */
const asJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * The first-load script asks for the scripts besides the core: for a visitor after the first paint, because the page is
 * complete without them, and its styles come with them; for a learner once it has asked for the data, which the frame
 * shows first.
 */
const assemble = (
  template: string,
  page: Page,
  drawn: DrawnScreen,
  language: TextLanguage,
  { styles, scripts, font }: Links & { font: string },
): string => {
  const isVisitor = page.reader === 'visitor'
  const links = styles + (isVisitor ? font : '')
  const soon = `<template id="soon">${scripts}${isVisitor ? '' : font}</template>`
  const data =
    page.data && !page.places ? `<script type="application/json" id="page-data">${asJson(page.data)}</script>` : ''
  return template
    .replace('<html lang="en"', `<html lang="${languageDetails[language].bcp47}" data-drawn-for="${page.reader}"`)
    .replace('<title>{{brand}}</title>', () => `<title>${drawn.title}</title>`)
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${leavePlaces(page, drawn.markup)}</div>${data}${soon}`)
}

/**
 * Draws public screens, and the frames of learners' screens, for every language, so that they show before any script
 * runs. Writes `documents/<name>.<language>.html` with the styles they need, and `documents/index.json`: for each name
 * its address, or the pattern of its screen; null for one that the server asks for by name.
 */
export function drawnPages(app: UserConfig): Plugin {
  return {
    name: 'drawn-pages',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    closeBundle: {
      sequential: true,
      handler: async () => {
        await build({ ...app, configFile: false, logLevel: 'warn', build: workerBuild })
        const content = await runWorker<Record<TextLanguage, DrawnContent>>({
          kind: 'content',
          content: join(repository, 'content'),
        })
        const template = readFileSync(join(web, 'index.html'), 'utf8')
        const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
        const beasties = new Beasties({
          path: web,
          publicPath: '/',
          preload: 'body',
          pruneSource: false,
          inlineFonts: true,
          mergeStylesheets: true,
          reduceInlineStyles: false,
          // Which size a certificate's words have is not known yet.
          allowRules: [/\[data-size=.?\d/],
          logLevel: 'error',
        })
        mkdirSync(join(web, 'documents'), { recursive: true })
        for (const language of textLanguages) {
          const pages = pagesFor(language, content[language])
          for (const reader of ['visitor', 'learner'] as const) {
            const wanted = pages.filter((page) => page.reader === reader)
            const drawn = await runWorker<DrawnScreen[]>({
              kind: 'screens',
              language,
              isLearner: reader === 'learner',
              brand: Object.keys(defaultBrand),
              screens: wanted.map(({ name, path, data }) => ({ name, path, ...(data && { data }) })),
            })
            for (const [index, page] of wanted.entries()) {
              const screen = drawn[index]
              if (!screen) throw new Error(`${page.name} was not drawn.`)
              const links = { ...linksOf(manifest, page, language), font: fontOf(manifest, language) }
              const html = await beasties.process(assemble(template, page, screen, language, links))
              if (!html.includes(links.styles))
                throw new Error(`The styles of ${page.name} are not linked as expected.`)
              const whole = page.reader === 'visitor' ? html.replace(links.styles, '') : html
              writeFileSync(join(web, 'documents', `${page.name}.${language}.html`), whole)
            }
          }
        }
        const addresses = pagesFor('en', content.en).map(({ name, screen, path, data, places }) => [
          name,
          screen === 'notFound' || places ? null : data ? path : patterns[screen],
        ])
        writeFileSync(join(web, 'documents/index.json'), JSON.stringify(Object.fromEntries(addresses)))
        rmSync(drawing, { recursive: true, force: true })
      },
    },
  }
}

const workerBuild: UserConfig['build'] = {
  ssr: join(import.meta.dirname, 'draw-in-worker.ts'),
  outDir: drawing,
  emptyOutDir: true,
  target: 'node20',
  minify: false,
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      entryFileNames: 'draw.js',
      assetFileNames: 'static/media/[name].[hash:7][extname]',
      codeSplitting: false,
    },
  },
}

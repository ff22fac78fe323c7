import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { build } from 'esbuild'
import type { Catalog } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import type { ExportFormat } from '@kitewise/course-export/packaged-course'
import type { PackageFiles } from '@kitewise/course-export/write-zip'
import type { Page } from '@playwright/test'
import { exportCourse } from '../../scripts/export-course.ts'

const catalog = loadContent(join(import.meta.dirname, '../../content'))

/** A course with its first two lessons: they have every kind of practice but two. */
const shortCatalog: Catalog = {
  ...catalog,
  findCourse: (id) => {
    const course = catalog.findCourse(id)
    if (!course) return null
    const lessons = course.lessons.slice(0, 2)
    const chapters = course.chapters
      .map((chapter) => ({ ...chapter, lessons: chapter.lessons.filter((lesson) => lessons.includes(lesson)) }))
      .filter((chapter) => chapter.lessons.length > 0)
    return { ...course, chapters, lessons }
  },
}

const shortCourse = 'ai-zero'

/** The right answers of the short course, by question or title. */
export function answerKey(): { options: Map<string, string>; prompts: Map<string, string> } {
  const options = new Map<string, string>()
  const prompts = new Map<string, string>()
  for (const practice of (shortCatalog.findCourse(shortCourse)?.lessons ?? []).flatMap(({ fragments }) =>
    fragments.flatMap(({ practices }) => practices),
  )) {
    if (practice.type === 'SINGLE_CHOICE_TEST') {
      const words = practice.words.get('en')
      options.set(words?.question ?? '', words?.options[practice.correct]?.text ?? '')
    } else if ('points' in practice) {
      const words = practice.words.get('en')
      prompts.set(words?.title ?? '', words?.model ?? '')
    }
  }
  return { options, prompts }
}

export function packageShortCourse(format: ExportFormat): Promise<PackageFiles> {
  return exportCourse({
    catalog: shortCatalog,
    courseId: shortCourse,
    format,
    languages: ['en', 'ua', 'es'],
    licensee: 'Tom & Söhne',
    address: 'https://learn.company.test',
    day: '2026-11-26',
  })
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves a package at /course/, and other pages by path, on a free port of this machine. */
export async function serveCourse(files: PackageFiles, pages: Record<string, string> = {}) {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const content = pages[pathname] ?? files.get(pathname.replace(/^\/course\//, ''))
    response.setHeader('Content-Type', types[extname(pathname)] ?? 'text/html; charset=utf-8')
    response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** The LMS's page of scorm-lms.ts. */
export async function lmsPages(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'scorm-lms.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'warning',
  })
  const style = 'html, body { margin: 0; height: 100% } iframe { border: 0; width: 100%; height: 100% }'
  const html = `<!doctype html><html lang="en"><title>LMS</title><style>${style}</style><body><script src="/lms.js"></script></body></html>`
  return { '/': html, '/lms.js': outputFiles[0]?.text ?? '' }
}

/** Writes a package to disk. @returns the address of its page */
export function unpackCourse(files: PackageFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitewise-course-'))
  for (const [path, content] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return pathToFileURL(join(folder, 'index.html')).href
}

/** Refuses every request to another place than `allowed`. @returns the refused addresses */
export async function blockOtherOrigins(page: Page, allowed: readonly string[]): Promise<string[]> {
  const refused: string[] = []
  await page.context().route('**/*', (route) => {
    const address = route.request().url()
    if (allowed.some((start) => address.startsWith(start))) return route.continue()
    refused.push(address)
    return route.abort()
  })
  return refused
}

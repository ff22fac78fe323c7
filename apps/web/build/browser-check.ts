import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'
import { languageDetails, textLanguages } from '../../../packages/rules/src/language.ts'
import sentences from '../../../packages/texts/web/old-browser.json' with { type: 'json' }
import { oldestBrowsers, oldestBrowsersOfCourses, type OldestBrowsers } from './supported-browsers.ts'

/** The script that tells an old browser what it needs. It is the first in every page, and ES5. */

const src = join(import.meta.dirname, '../src')

const textsFor = (oldest: OldestBrowsers) =>
  Object.fromEntries(
    textLanguages.map((language) => {
      const { title, text, versions } = sentences[language]
      const filled = versions.replace(/\{\{(\w+)\}\}/g, (_, name: keyof OldestBrowsers) => oldest[name])
      return [language, { lang: languageDetails[language].bcp47, title, text, versions: filled }]
    }),
  )

const colorsIn = (css = '') => {
  const read = (name: string): string => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1] ?? ''
  const kite = ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'top-right'].map((at) => read(`mark-${at}`))
  return { paper: read('paper'), words: read('ink'), soft: read('ink-soft'), kite }
}

const readColors = () => {
  const [light, dark] = readFileSync(join(src, 'styles/tokens.css'), 'utf8').split("[data-theme='dark']")
  return { light: colorsIn(light), dark: colorsIn(dark) }
}

const readKite = (): string[] =>
  [...readFileSync(join(src, '../index.html'), 'utf8').matchAll(/<path d="([^"]+)"/g)].map(([, path = '']) => path)

/** @param page whose test it is: the app's and the desk's, or that of an exported course */
export function browserCheck(page: 'app' | 'course'): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(src, 'first-load', page === 'app' ? 'check-browser.ts' : 'check-course-browser.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es5',
    charset: 'utf8',
    define: {
      oldBrowserTexts: JSON.stringify(textsFor(page === 'app' ? oldestBrowsers : oldestBrowsersOfCourses)),
      oldBrowserColors: JSON.stringify(readColors()),
      oldBrowserKite: JSON.stringify(readKite()),
    },
  })
  return (outputFiles[0]?.text ?? '').trim()
}

/** For a page whose security policy allows no inline script: the script as a file. */
export function browserCheckFile(): Plugin {
  let file = ''
  return {
    name: 'browser-check-file',
    apply: 'build',
    buildStart() {
      file = this.emitFile({ type: 'asset', name: 'check-browser.js', source: browserCheck('app') })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const name = Object.values(bundle ?? {}).find(({ fileName }) => /check-browser-[\w-]+\.js$/.test(fileName))
        if (name === undefined) throw new Error(`The build has no ${file}.`)
        return html.replace('<title>', `<script defer src="/desk/${name.fileName}"></script>\n    <title>`)
      },
    },
  }
}

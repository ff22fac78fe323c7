import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync, transformSync } from 'esbuild'
import type { Plugin } from 'vite'
import { languageDetails, textLanguages } from '../../../packages/rules/src/language.ts'
import { browserCheck } from './browser-check.ts'
import sentences from '../../../packages/texts/web/no-script.json' with { type: 'json' }

const src = join(import.meta.dirname, '../src')
const folder = join(src, 'first-load')

/** The tokens that a style sheet uses, in light and dark: tokens.css may be the file that fails. */
const tokensOf = (css: string): string => {
  const [light = '', dark = ''] = readFileSync(join(src, 'styles/tokens.css'), 'utf8').split("[data-theme='dark']")
  const names = [...new Set(css.match(/--[\w-]+/g))]
  const declarations = (from: string): string =>
    names.map((name) => new RegExp(`\\s${name}:[^;]+;`).exec(from)?.[0] ?? '').join('')
  return `:root{${declarations(light)}}:root[data-theme=dark]{${declarations(dark)}}`
}

/** The face that has the font's metrics: a drawn page may be painted before its style sheets arrive, and must not shift then. */
const fallbackFace = (): string => {
  const css = readFileSync(join(src, 'styles/fonts.css'), 'utf8')
  const [face] = /@font-face \{\s*font-family: 'Manrope Fallback'[^}]+\}/.exec(css) ?? []
  if (face === undefined) throw new Error('fonts.css has no fallback.')
  return face
}

const styleElement = (): string => {
  const css = fallbackFace() + readFileSync(join(folder, 'first-load.css'), 'utf8')
  return `<style>${transformSync(tokensOf(css) + css, { loader: 'css', minify: true }).code.trim()}</style>`
}

/** For browsers of the last seven years: a browser that cannot run the app can still show why. */
const scriptElement = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, 'start.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2018',
    charset: 'utf8',
  })
  return `<script>${outputFiles[0]?.text.trim().replaceAll('</', '<\\/')}</script>`
}

/** Before the other script, which the browser may not be able to read. */
const browserCheckElement = (): string => `<script>${browserCheck('app').replaceAll('</', '<\\/')}</script>`

const noScript = (): string =>
  textLanguages
    .map((language) => `<p lang="${languageDetails[language].bcp47}">${sentences[language].sentence}</p>`)
    .join('')

/** Inlines what must work when every other file fails: how a failure looks, and the script that shows it. */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace('<!-- first-load -->', () => styleElement() + browserCheckElement() + scriptElement())
          .replace('<!-- no-script -->', () => noScript()),
    },
  }
}

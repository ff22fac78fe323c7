import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { browserCheck } from '../../web/build/browser-check.ts'
import { buildTargets, oldestBrowsersOfCourses } from '../../web/build/supported-browsers.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * The player as classic scripts without imports, because a page opened from disk may not load modules.
 * @returns its files by path in a package
 */
export async function buildPlayer(): Promise<Map<string, Uint8Array | string>> {
  const { outputFiles, metafile } = await build({
    entryPoints: { player: join(import.meta.dirname, '../src/main.tsx') },
    outdir: join(root, '.cache/player'),
    // Paths in the metafile and in comments don't depend on where the command runs.
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'iife',
    target: buildTargets(oldestBrowsersOfCourses),
    jsx: 'automatic',
    jsxImportSource: '@kitewise/web',
    charset: 'utf8',
    define: { 'process.env.NODE_ENV': '"production"' },
    // As in the web app: the sentences are compiled already.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
    loader: { '.woff2': 'file' },
    assetNames: 'fonts/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const files = outputFiles.map(({ path, contents }): [string, Uint8Array] => [
    path.slice(path.indexOf('.cache/player/') + '.cache/player/'.length),
    contents,
  ])
  return new Map<string, Uint8Array | string>([
    ...files,
    ['check-browser.js', browserCheck('course')],
    ['third-party.txt', thirdParty(metafile)],
  ])
}

/** The license of each package whose code or fonts are in the player. */
const thirdParty = ({ inputs }: Metafile): string => {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        name: string
        version: string
        license: string
      }
      const file = readdirSync(join(root, folder)).find((path) => /^licen[cs]e/i.test(basename(path)))
      const path = join(root, folder, file ?? '')
      const text = file !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
      return `${name} ${version}\nLicense: ${license}\n\n${text}\n`
    })
    .join('\n----------------------------------------\n\n')
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Manifest, Plugin } from 'vite'
import { buildTargets, oldestBrowsers } from './supported-browsers.ts'

/** Route groups that visitors see, and what only developers see. A learner without a network needs none of them. */
const groupsForOthers = new Set([
  'gallery',
  'offer',
  'pin',
  'plan',
  'quiz',
  'welcome',
  'welcome-course',
  'lesson-to-try',
])

/** The files of a part of the app with everything it imports, and what it may load later. */
const filesOf = (manifest: Manifest, start: string, follow: (key: string) => boolean): Set<string> => {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (seen.has(key) || !chunk) return
    seen.add(key)
    // The core's are fonts.
    const assets = chunk.name === 'core' ? [] : (chunk.assets ?? [])
    for (const file of [chunk.file, ...(chunk.css ?? []), ...assets]) files.add(`/${file}`)
    for (const next of chunk.imports ?? []) visit(next)
    for (const next of chunk.dynamicImports ?? []) if (follow(next)) visit(next)
  }
  visit(start)
  return files
}

const textsKey = /texts-(\w+)-\w+$/

/**
 * What a service worker keeps, from the build's manifest: first what the app starts with, with the Latin font, then the
 * screens of a learner and the texts of their language. Fonts of other scripts are kept when they are used.
 */
const appFilesOf = (manifest: Manifest) => {
  const core = Object.keys(manifest).find((key) => manifest[key]?.name === 'core' && manifest[key].file.endsWith('.js'))
  if (core === undefined) throw new Error('The build has no chunk `core`.')
  const fonts = (manifest[core]?.assets ?? []).filter((file) => /latin-wght/.test(file)).map((file) => `/${file}`)
  const shell = [...filesOf(manifest, core, () => false), ...fonts]
  const isForLearners = (key: string): boolean =>
    !textsKey.test(key) && !/legal-/.test(key) && !groupsForOthers.has(manifest[key]?.name ?? '')
  const all = filesOf(manifest, core, isForLearners)
  const texts: Record<string, string[]> = {}
  for (const [key, { file }] of Object.entries(manifest)) {
    const language = textsKey.exec(key)?.[1]
    if (language !== undefined && !/-(plan|quiz|billing|landing)$/.test(key)) (texts[language] ??= []).push(`/${file}`)
  }
  return { shell, screens: [...all].filter((file) => !shell.includes(file)), texts }
}

/** Bundles the service worker into `sw.js`, with the names of the files that it keeps. The server puts in the page's revision. */
export function serviceWorker(): Plugin {
  let folder = ''
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
      folder = resolve(root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = JSON.stringify(appFilesOf(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))))
        const buildId = createHash('sha256').update(files).digest('base64url').slice(0, 10)
        await build({
          entryPoints: [join(root, 'src/service-worker/worker.ts')],
          outfile: join(folder, 'sw.js'),
          bundle: true,
          minify: true,
          format: 'iife',
          target: buildTargets(oldestBrowsers),
          define: { appFiles: files, buildId: JSON.stringify(buildId) },
          logLevel: 'warning',
        })
      },
    },
  }
}

/** The server compresses index.html and sw.js itself, after it has filled in the brand. */
const isWorthIt = /(?<!^sw)\.(js|css|svg)$/

const compress = (path: string): void => {
  const bytes = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Writes .br and .gz next to every text file of the build, so the server never compresses during a request. */
export function compressedOutput(): Plugin {
  let folder = ''
  return {
    name: 'compressed-output',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (entry.isFile() && isWorthIt.test(entry.name)) compress(join(entry.parentPath, entry.name))
        }
      },
    },
  }
}

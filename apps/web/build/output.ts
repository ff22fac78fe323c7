import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * Whether a navigation may open the app: not at the server's own addresses, and not where only a file can be (a dot in the last segment or
 * at the beginning of any). Runs in the worker, so it uses nothing from outside.
 */
const isPage = ({ request, url }: { request: Request; url: URL }): boolean =>
  request.mode === 'navigate' &&
  !/^\/(api|dev|static|covers|livez|readyz|metrics|u)(\/|$)|\.[^/]*$|\/\./.test(url.pathname)

/**
 * Runs in the worker, so it uses nothing from outside. The page comes from the server, which knows brand and release; the kept one
 * opens the app when the server is away or takes more than two seconds.
 */
const openPage = async ({ request }: { request: Request }): Promise<Response> => {
  const fresh = fetch(request).then(
    (answer) => (answer.status < 500 ? answer : undefined),
    () => undefined,
  )
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 2_000))
  const inTime = await Promise.race([fresh, late])
  return inTime ?? (await caches.match('/index.html', { ignoreSearch: true })) ?? (await fresh) ?? Response.error()
}

/**
 * The installable app: its own files are kept by a service worker, so that it opens without a network. Answers of the API and covers
 * are never kept. A new version waits until the last window of the old one is closed: nobody's lesson is reloaded.
 */
export const offlineShell = () =>
  VitePWA({
    registerType: 'prompt',
    // Registered by src/register-service-worker.ts; an inline script would break the content security policy.
    injectRegister: false,
    // The server makes it, with the brand.
    manifest: false,
    workbox: {
      // The policy of the server lets a worker import no further scripts.
      inlineWorkboxRuntime: true,
      globPatterns: ['**/*.{js,css,svg,webp,woff2}'],
      // The server puts a hash of its own page here, so that a new brand renews the page that is kept.
      additionalManifestEntries: [{ url: '/index.html', revision: 'SHELL_REVISION' }],
      // Of the languages, English comes along and the learner's own is kept once it was used; legal texts are for who opens them.
      globIgnores: ['**/texts-!(en)-*', '**/legal-*'],
      runtimeCaching: [
        { urlPattern: /\/static\/js\/texts-/, handler: 'CacheFirst', options: { cacheName: 'texts' } },
        { urlPattern: isPage, handler: openPage },
      ],
      // Otherwise page loads, and `/` for a second reason, would be answered by the kept page.
      navigateFallback: null,
      directoryIndex: null,
      cleanupOutdatedCaches: true,
      sourcemap: false,
    },
  })

/** The server compresses index.html and sw.js itself, after it has filled in the brand. */
const isWorthIt = /(?<!^sw)\.(js|css|svg)$/

const compress = (path: string): void => {
  const bytes = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Writes .br and .gz beside every text file of the build, once, so that the server never compresses while people wait. */
export const compressedOutput = (): Plugin => {
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

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * Whether a navigation may open the app: not at the server's own addresses, and not where only a file can be (a dot in
 * the last segment or at the start of any). Runs in the worker, so it closes over nothing.
 */
const isPage = ({ request, url }: { request: Request; url: URL }): boolean =>
  request.mode === 'navigate' &&
  !/^\/(api|dev|static|covers|livez|readyz|metrics|u)(\/|$)|\.[^/]*$|\/\./.test(url.pathname)

/**
 * Runs in the worker, so it closes over nothing. Prefers the server's page, which has the current brand and release;
 * falls back to the cached one when the server is down or takes more than two seconds.
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
 * The installable app: a service worker caches its files, so it opens without a network. API answers and covers are
 * never cached. A new version waits until the last window of the old one is closed, so no lesson is interrupted by a
 * reload.
 */
export function offlineShell() {
  return VitePWA({
    registerType: 'prompt',
    // Registered by src/lib/service-worker.ts; an inline script would break the content security policy.
    injectRegister: false,
    // The server makes it, with the brand.
    manifest: false,
    workbox: {
      // The content security policy lets a worker import no further scripts.
      inlineWorkboxRuntime: true,
      globPatterns: ['**/*.{js,css,svg,webp,woff2}'],
      // The server puts a hash of its own page here, so that a new brand invalidates the cached page.
      additionalManifestEntries: [{ url: '/index.html', revision: 'SHELL_REVISION' }],
      // English is precached; another language is cached once it was used. Legal texts are loaded on demand.
      globIgnores: ['**/texts-!(en)-*', '**/legal-*'],
      runtimeCaching: [
        { urlPattern: /\/static\/js\/texts-/, handler: 'CacheFirst', options: { cacheName: 'texts' } },
        { urlPattern: isPage, handler: openPage },
      ],
      // Otherwise the cached page would answer page loads, and `/` for a second reason.
      navigateFallback: null,
      directoryIndex: null,
      cleanupOutdatedCaches: true,
      sourcemap: false,
    },
  })
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

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
      // Else `/` would be the kept page.
      directoryIndex: null,
      cleanupOutdatedCaches: true,
      sourcemap: false,
    },
  })

import { VitePWA } from 'vite-plugin-pwa'

/**
 * The installable app: its own files are kept by a service worker, so that it opens without a network. Answers of the API and covers
 * are never kept. A new version waits until the last window of the old one is closed: nobody's lesson is reloaded.
 */
export const offlineShell = () =>
  VitePWA({
    registerType: 'prompt',
    // Registered by src/register-service-worker.ts; an inline script would break the content security policy.
    injectRegister: false,
    manifest: {
      name: 'Kitewise',
      short_name: 'Kitewise',
      description: 'Learn AI skills in five minutes a day.',
      start_url: '/',
      display: 'standalone',
      background_color: '#FFFBF5',
      theme_color: '#FFFBF5',
      icons: [
        { src: '/kite.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/kite-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      ],
    },
    workbox: {
      // The policy of the server lets a worker import no further scripts.
      inlineWorkboxRuntime: true,
      globPatterns: ['**/*.{js,css,html,svg,webp,woff2}'],
      // Of the languages, English comes along and the learner's own is kept once it was used; legal texts are for who opens them.
      globIgnores: ['**/texts-!(en)-*', '**/legal-*'],
      runtimeCaching: [{ urlPattern: /\/static\/js\/texts-/, handler: 'CacheFirst', options: { cacheName: 'texts' } }],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/(api|dev|static|covers|livez|readyz|metrics)(\/|$)/],
      cleanupOutdatedCaches: true,
      sourcemap: false,
    },
  })

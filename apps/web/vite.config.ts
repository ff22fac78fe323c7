/// <reference types="vitest/config" />
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultBrand, fillBrandInHtml } from '../../packages/texts/brand.ts'
import { drawnPages } from './build/draw-pages.ts'
import { firstLoad } from './build/first-load.ts'
import { bundledLegal } from './build/legal.ts'
import { compressedOutput, serviceWorker } from './build/output.ts'
import { bundledTexts } from './build/texts.ts'

const repository = join(import.meta.dirname, '../..')
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** In development Vite serves index.html, so it fills in the brand, which otherwise the server does. */
const brandInDevelopment: Plugin = {
  name: 'brand-in-development',
  apply: 'serve',
  transformIndexHtml: (html) =>
    fillBrandInHtml(html, {
      brand: process.env.BRAND_NAME || defaultBrand.brand,
      company: process.env.BRAND_COMPANY || defaultBrand.company,
      postalAddress: process.env.BRAND_ADDRESS || defaultBrand.postalAddress,
      supportEmail: process.env.SUPPORT_EMAIL || defaultBrand.supportEmail,
    }),
}

/** What every screen with server data loads: the query client, kept reads, the outbox, and what only learners need. */
const dataParts =
  /node_modules\/(@tanstack|idb-keyval)\/|src\/app\/(signed-in|public-reads|shell\/learner-header)\.tsx|src\/lib\/(outbox\/|kept-|quer|use-read|learning-queries|use-way-to|session\/sign-out|push|drafts)|components\/(pin-again-sheet|flame|switch|certificate-art|string-row|progress-ring)|rules\/src\/(billing-text|exercises|practice|lesson-state|subscription-access|course-progress)\.|features\/(account\/(api|save-language|email-change)|billing\/(api|card-words|subscription-standing|components\/(plan-card|plan-label|price-list|what-you-get|fact-list|checkout\.module|subscription\.module))|certificates\/(api|components\/certificate(-paper|\.module))|contact\/components\/contact\.module|courses\/(course-progress|components\/(load-lesson-languages|welcome-back))|reminders\/(api|components\/reminders\.module)|streak\/components\/streak\.module)|rules\/src\/compare-plans|evaluator\/src\/score\./

/** What most screens use: the libraries, the design system, and the pieces of features that several route groups share. */
const coreParts =
  /src\/(main\.tsx|styles|components\/(?!markdown\.)|lib|app\/(app|router|screens|root-error|shell\/))|packages\/(contract|texts\/(web|brand))|virtual:texts$|vite\/|rules\/src\/(quiz-path|language|account|calendar-day)|node_modules\/(react|react-dom|react-router|cookie|set-cookie-parser|scheduler|use-intl|icu-minify|@formatjs|zustand)\/|routes\/not-found|page\.module|login\.module|account\.module|features\/(billing\/begun-checkout|courses\/(fallback|components\/(cover|course-parts\.module|lesson-languages))|onboarding\/(api|onboarding-progress|components\/start-peak)|sign-in\/(api|use-sign-in|components\/sign-in\.module))/

/** What the app and its drawing share. */
const common = {
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
  json: { namedExports: false, stringify: true },
} as const

/** Builds to `dist/web`, which the server serves; in development Vite proxies API and covers to it. */
export default defineConfig({
  ...common,
  plugins: [
    react(),
    bundledTexts(),
    bundledLegal(),
    firstLoad(),
    drawnPages({
      ...common,
      plugins: [react(), bundledTexts(), bundledLegal()],
      ssr: { noExternal: true, external: ['happy-dom'] },
    }),
    brandInDevelopment,
    serviceWorker(),
    compressedOutput(),
  ],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/covers': api, '/manifest.webmanifest': api } },
  build: {
    outDir: join(repository, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // Browsers without it load the modules a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].js',
        chunkFileNames: 'static/js/[name].[hash].chunk.js',
        assetFileNames: 'static/media/[name].[hash][extname]',
        // One chunk per route group (app/screens.ts), and what several of them share: see docs/decisions/0004.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'markdown', test: /node_modules\/|components\/markdown\./, priority: 1 },
            { name: 'data', test: dataParts, priority: 9 },
            { name: 'core', test: coreParts, priority: 8 },
            { name: 'welcome', test: /features\/landing\/|routes\/welcome\./, priority: 6 },
            { name: 'practice', test: /features\/practice\/(?!use-free-task)/, priority: 6 },
            {
              name: 'onboarding',
              test: /features\/onboarding\/(?!components\/(first-minute|you-said))|use-free-task|quiz-effects|route-groups\/onboarding|routes\/(quiz|onboarding|require-quiz)/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    // Inlined, so that the alias above reaches its imports too.
    server: { deps: { inline: ['use-intl'] } },
    // Vitest empties style sheets; the test of the tokens reads this one.
    css: { include: /tokens\.css/ },
    environment: 'happy-dom',
    setupFiles: ['../../scripts/fail-on-console.ts', './src/test-support/setup.ts'],
    // A lazy screen loads its modules when a test first shows it, which can be slow on a busy machine.
    testTimeout: 20_000,
  },
})

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

/** Matches a module whose path contains one of these, in which `*` stands for any part of a name. */
const modules = (...places: string[]): RegExp =>
  new RegExp(places.map((place) => place.replaceAll('.', '\\.').replaceAll('*', '[^/]*')).join('|'))

/** What every screen with server data loads: the query client, kept reads, the outbox, and what only learners need. */
const dataParts = modules(
  'node_modules/@tanstack/',
  'node_modules/idb-keyval/',
  'evaluator/src/score.',
  'rules/src/billing-text.',
  'rules/src/calendar-day.',
  'rules/src/compare-plans.',
  'rules/src/course-progress.',
  'rules/src/exercises.',
  'rules/src/lesson-state.',
  'rules/src/practice.',
  'rules/src/starting-fragment.',
  'rules/src/subscription-access.',
  'src/app/public-reads.tsx',
  'src/app/shell/learner-header.tsx',
  'src/app/signed-in.tsx',
  'src/components/card-footer.',
  'src/components/certificate-art.',
  'src/components/disclosure.',
  'src/components/flame.',
  'src/components/initials-avatar.',
  'src/components/kite-tied.',
  'src/components/markdown-link.',
  'src/components/peak.',
  'src/components/pin-again-sheet.',
  'src/components/progress-ring.',
  'src/components/radio-group.',
  'src/components/saving-note.',
  'src/components/select.',
  'src/components/string-row.',
  'src/components/switch.',
  'src/lib/drafts.',
  'src/lib/first-*',
  'src/lib/kept-*',
  'src/lib/learning-queries.',
  'src/lib/load-part.',
  'src/lib/organization-sign-in.',
  'src/lib/outbox/',
  'src/lib/push.',
  'src/lib/quer*',
  'src/lib/save-file.',
  'src/lib/session/sign-out.',
  'src/lib/use-date-in-sentence.',
  'src/lib/use-first-view.',
  'src/lib/use-read.',
  'src/lib/use-way-to-*',
  'features/account/api.',
  'features/account/components/account.module',
  'features/account/email-change.',
  'features/account/save-language.',
  'features/billing/api.',
  'features/billing/begun-checkout.',
  'features/billing/card-words.',
  'features/billing/components/checkout.module',
  'features/billing/components/fact-list.',
  'features/billing/components/plan-card.',
  'features/billing/components/plan-label.',
  'features/billing/components/price-list.',
  'features/billing/components/subscription.module',
  'features/billing/components/what-you-get.',
  'features/billing/subscription-standing.',
  'features/certificates/api.',
  'features/certificates/components/certificate-paper.',
  'features/certificates/components/certificate.module',
  'features/contact/components/contact.module',
  'features/courses/components/load-lesson-languages.',
  'features/courses/components/welcome-back.',
  'features/courses/course-progress.',
  'features/onboarding/components/start-peak.',
  'features/reminders/api.',
  'features/reminders/components/reminders.module',
  'features/streak/components/streak.module',
)

/** What most screens use: the libraries, the design system, and the pieces of features that several route groups share. */
const coreParts = modules(
  'node_modules/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|use-intl|icu-minify|@formatjs|zustand)/',
  'packages/(contract|texts/(web|brand))',
  'rules/src/(account|language|quiz-path)',
  'virtual:texts$',
  'vite/',
  'src/(main.tsx|styles|lib|components/(?!markdown.))',
  'src/app/(app|root-error|router|screens|shell/)',
  'routes/(login.module|not-found|page.module)',
  'features/courses/(fallback|components/(cover|course-parts.module|lesson-languages))',
  'features/onboarding/(api|onboarding-progress)',
  'features/sign-in/(api|use-sign-in|components/sign-in.module)',
)

/** What all screens with a lesson's cards share: the Markdown reader with its libraries, the cards and the exercises. */
const readingParts = modules(
  'node_modules/',
  'components/markdown',
  'features/practice/(?!use-free-task)',
  'features/learning/(api.|learner-writes|lesson-cards|remark-lesson|use-next-lesson|components/(fragment-section|lesson(-parts|-player)?.module|lesson-parts))',
)

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
            { name: 'reading', test: readingParts, priority: 1 },
            { name: 'passkeys', test: modules('src/lib/passkey.', 'components/passkeys.'), priority: 9 },
            { name: 'data', test: dataParts, priority: 9 },
            { name: 'core', test: coreParts, priority: 8 },
            { name: 'welcome', test: /features\/landing\/|routes\/welcome\./, priority: 6 },
            { name: 'quiz', test: /features\/onboarding\/components\/quiz-|quiz-effects|routes\/quiz/, priority: 6 },
            {
              name: 'plan',
              test: /features\/onboarding\/(?!components\/(first-minute|you-said))|use-free-task|route-groups\/plan|routes\/(onboarding|require-quiz)/,
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

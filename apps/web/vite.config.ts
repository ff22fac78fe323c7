/// <reference types="vitest/config" />
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultBrand, fillInHtml } from '../../packages/texts/brand.ts'
import { classNameOf, namedClasses } from './build/class-names.ts'
import { drawnPages } from './build/draw-pages.ts'
import { firstLoad } from './build/first-load.ts'
import { bundledLegal } from './build/legal.ts'
import { noCycles } from './build/no-cycles.ts'
import { compressedOutput, serviceWorker } from './build/output.ts'
import { buildTargets, oldestBrowsers } from './build/supported-browsers.ts'
import { bundledTexts } from './build/texts.ts'

/** Elements made by our own JSX runtime (src/lib/jsx). */
const jsx = { jsxImportSource: '@kitewise/web' }

const repository = join(import.meta.dirname, '../..')
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** In development Vite serves index.html, so it fills in the brand, which otherwise the server does. */
const brandInDevelopment: Plugin = {
  name: 'brand-in-development',
  apply: 'serve',
  transformIndexHtml: (html) =>
    fillInHtml(html, {
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
  'contract/src/late-writes.',
  'contract/src/typed/signs.',
  'rules/src/course-progress.',
  'rules/src/lesson-state.',
  'rules/src/month-plan.',
  'rules/src/starting-fragment.',
  'rules/src/subscription-access.',
  'src/app/public-reads.tsx',
  'src/app/shell/bottom-bar.tsx',
  'src/app/shell/(learner-header|logo-link).tsx',
  'src/app/shell/read-shapes.tsx',
  'src/components/learner-shapes.',
  'src/app/signed-in.tsx',
  'src/components/flame.',
  'src/components/kite-(moods|tied).',
  'src/components/(owners-own|peak).',
  'src/components/progress-ring.',
  'src/components/select.',
  'src/components/string-row.',
  'src/lib/drafts.',
  'src/lib/first-*',
  'src/lib/kept-*',
  'src/lib/learning-queries.',
  'src/lib/open-store.',
  'src/lib/outbox/',
  'src/lib/quer*',
  'src/lib/use-first-view.',
  'src/lib/use-read.',
  'src/lib/use-way-to-*',
  'features/account/save-language.',
  'features/contact/components/contact.module',
  'features/courses/components/welcome-back.',
  'features/courses/course-progress.',
  'features/month-plan/api.',
  'features/reminders/api.',
  'features/reminders/components/reminders.module',
  'features/streak/components/streak.module',
)

/** What learners see around their account, their plan and their organization, but not while they learn. */
const settingsParts = modules(
  'src/components/initials-avatar.',
  'src/components/pin-again-sheet.',
  'src/components/switch.',
  'src/lib/push.',
  'src/lib/save-file.',
  'src/lib/session/sign-out.',
  'features/account/api.',
  'features/account/components/(account.module|on-this-device)',
  'features/account/email-change.',
  'features/billing/card-words.',
  'features/billing/components/(plan-card|subscription.module)',
  'features/billing/subscription-standing.',
  'features/onboarding/components/start-peak.',
)

/** What both visitors and learners see, though not when signing in. */
const sharedParts = modules(
  'contract/src/(choices|currencies).',
  'rules/src/account.',
  'rules/src/billing-text.',
  'rules/src/calendar-day.',
  'src/app/shell/quiz-header.',
  'src/components/badge.',
  'src/components/checkbox.',
  'src/components/disclosure.',
  'src/components/markdown-link.',
  'src/components/progress-bar.',
  'src/components/radio-group.',
  'src/components/sheet.',
  'src/components/use-peak-motion.',
  'src/lib/copy-text.',
  'src/lib/feel.',
  'src/lib/peak-of-today.',
  'src/lib/pin-setup.',
  'src/lib/random-uuid.',
  'src/lib/read-on-show.',
  'src/lib/registration.',
  'src/lib/use-date-in-sentence.',
  'features/billing/begun-checkout.',
  'features/courses/(fallback|components/(cover|lesson-languages|load-lesson-languages))',
  'features/onboarding/(api|onboarding-progress)',
)

/** Signing in, and where else an address or a PIN is typed. */
const credentialParts = modules(
  'src/components/pin-field.',
  'src/lib/(organization-sign-in|passkeys-here).',
  'features/sign-in/(api|use-sign-in).',
)

/** Plans to read or to choose from. */
const priceParts = modules(
  'rules/src/compare-plans.',
  'features/billing/read-plans.',
  'features/billing/components/(checkout.module|fact-list|plan-label|price-list|what-you-get)',
)

/** A certificate to look at. */
const certificateParts = modules(
  'src/components/certificate-art.',
  'rules/src/certificate-paper.',
  'src/app/routes/certificate.',
  'features/certificates/share.',
  'features/certificates/components/(certificate.module|certificate-paper|certificate-view|glyph|share-certificate)',
)

/** What most screens use: the libraries, the design system, and the pieces of features that several route groups share. */
const coreParts = modules(
  'node_modules/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|use-intl|icu-minify|@formatjs|zustand)/',
  'packages/(contract/src/(screens|typed/digits)|texts/(web|brand))',
  'rules/src/(language|mailed-token|quiz-path)',
  'virtual:texts$',
  'vite/',
  'src/(main.tsx|styles|lib/(?!abort-after.)|components/(?!markdown.|(card-footer|saving-note).tsx))',
  'src/app/(app|root-error|router|screens|shell/)',
  'routes/(login.module|not-found|page.module)',
  'features/courses/components/course-parts.module',
  'features/sign-in/components/sign-in.module',
)

/** What all screens with a lesson's cards share: the Markdown reader with its libraries, the cards and the exercises. */
const readingParts = modules(
  'node_modules/',
  'components/markdown',
  'components/(card-footer|saving-note).tsx',
  'evaluator/src/score.',
  'rules/src/(exercises|lesson-screen|practice).',
  'src/lib/abort-after.',
  'features/practice/(?!use-free-task)',
  'features/learning/(api.|learner-writes|lesson-cards|remark-lesson|lesson-walk|use-lesson-data|use-next-lesson|components/(fragment-section|lesson(-parts|-player)?.module|lesson-parts))',
)

/** Their styles are in those of the core: a file less for each screen. */
const scriptsOf =
  (parts: RegExp) =>
  (id: string): boolean =>
    parts.test(id) && !id.endsWith('.css')

/** What the app and its drawing share. */
const common = {
  root: import.meta.dirname,
  resolve: {
    alias: [
      { find: /^use-intl\/format-message$/, replacement: join(import.meta.dirname, 'src/lib/i18n/format-message.ts') },
      // lib/router.tsx gives wouter a parser of patterns.
      { find: /^regexparam$/, replacement: join(import.meta.dirname, 'src/lib/left-out.ts') },
      // For TanStack Query, which asks every query whether it is one of these.
      {
        find: /^\.\/infiniteQueryBehavior\.js$/,
        replacement: join(import.meta.dirname, 'src/lib/left-out.ts'),
      },
      // For wouter, which also supports versions of React without this hook.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  json: { namedExports: false, stringify: true },
  css: { modules: { generateScopedName: classNameOf } },
} as const

/** Builds to `dist/web`, which the server serves; in development Vite proxies API and covers to it. */
export default defineConfig({
  ...common,
  plugins: [
    namedClasses(),
    react(jsx),
    bundledTexts(),
    bundledLegal(),
    firstLoad(),
    drawnPages({
      ...common,
      plugins: [react(jsx), bundledTexts(), bundledLegal()],
      ssr: { noExternal: true, external: ['happy-dom'] },
    }),
    brandInDevelopment,
    noCycles(),
    serviceWorker(),
    compressedOutput(),
  ],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/covers': api, '/manifest.webmanifest': api } },
  build: {
    outDir: join(repository, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: buildTargets(oldestBrowsers),
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // Browsers without it load the modules a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Class names, limits and the like, where they are used.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        entryFileNames: 'static/js/[name].[hash:7].js',
        chunkFileNames: 'static/js/[name].[hash:7].chunk.js',
        assetFileNames: 'static/media/[name].[hash:7][extname]',
        // One chunk per route group (app/screens.ts), and what several of them share: see docs/decisions/0004.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'reading', test: readingParts, priority: 1 },
            {
              name: 'passkeys',
              test: modules('src/lib/passkey.', 'components/(ask-owner|passkeys|pin-again-form).'),
              priority: 9,
            },
            { name: 'focus', test: modules('src/lib/focus-in-view'), priority: 9 },
            { name: 'typing', test: modules('src/lib/typing/keep-'), priority: 9 },
            { name: 'shared', test: scriptsOf(sharedParts), priority: 9 },
            { name: 'credentials', test: scriptsOf(credentialParts), priority: 9 },
            { name: 'prices', test: priceParts, priority: 9 },
            { name: 'certificate', test: certificateParts, priority: 9 },
            { name: 'data', test: scriptsOf(dataParts), priority: 9 },
            { name: 'settings', test: scriptsOf(settingsParts), priority: 9 },
            {
              name: 'core',
              test: (id) => [coreParts, sharedParts, dataParts, settingsParts].some((parts) => parts.test(id)),
              priority: 8,
            },
            {
              name: 'welcome',
              test: /features\/landing\/(?!components\/course-landing)|routes\/welcome\./,
              priority: 6,
            },
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
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
  },
})

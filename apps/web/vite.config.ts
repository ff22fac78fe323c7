/// <reference types="vitest/config" />
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultBrand, fillBrandInHtml } from '../../packages/texts/brand.ts'
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

/** Builds to `dist/web`, which the server serves; in development Vite proxies API and covers to it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    bundledTexts(),
    bundledLegal(),
    firstLoad(),
    brandInDevelopment,
    serviceWorker(),
    compressedOutput(),
  ],
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
  json: { namedExports: false, stringify: true },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/covers': api, '/manifest.webmanifest': api } },
  build: {
    outDir: join(repository, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].js',
        chunkFileNames: 'static/js/[name].[hash].chunk.js',
        assetFileNames: 'static/media/[name].[hash][extname]',
        // The design system is one chunk instead of a dozen crumbs; what it imports stays in its own chunks.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'shared',
              // Most screens show no kite, peak or certificate. A card's footer needs react-dom, which is in the entry and
              // not there yet when `shared` is evaluated.
              test: /apps\/web\/src\/(components(?!\/(kite-(moods|tied)|card-footer|peak|use-peak-motion|certificate-art))|app\/shell|lib\/error-text\.ts)/,
              minShareCount: 5,
            },
            // In one chunk, it compresses a tenth better than split by what each screen uses.
            { name: 'query', test: /node_modules\/@tanstack\// },
            // Read while modules of `shared` are evaluated: in the entry, which imports `shared`, it would be
            // initialized too late.
            { name: 'paths', test: /(web\/src\/lib\/paths|rules\/src\/quiz-path|contract\/src\/screens)\.ts$/ },
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

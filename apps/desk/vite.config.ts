import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { browserCheckFile } from '../web/build/browser-check.ts'
import { buildTargets, oldestBrowsers } from '../web/build/supported-browsers.ts'

const repository = join(import.meta.dirname, '../..')

/** In the head, a style sheet that doesn't come would keep the page from saying so. */
const sheetsInBody = (): Plugin => ({
  name: 'sheets-in-body',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheet = /^ *<link rel="stylesheet".*\n/gm
      return html.replace(sheet, '').replace('  </body>', () => `${html.match(sheet)?.join('') ?? ''}  </body>`)
    },
  },
})

/** Builds to `dist/desk`, which the server serves at /desk. `npm run dev` serves it in the web app's Vite. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [react({ jsxImportSource: '@kitewise/web' }), browserCheckFile(), sheetsInBody()],
  build: {
    outDir: join(repository, 'dist/desk'),
    emptyOutDir: true,
    target: buildTargets(oldestBrowsers),
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    assetsDir: 'static',
  },
})

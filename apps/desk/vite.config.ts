import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const repository = join(import.meta.dirname, '../..')
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** Builds to `dist/desk`, which the server serves at /desk. In development the web app's Vite proxies /desk to this one. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5174, hmr: { clientPort: 5174 }, proxy: { '/api': api } },
  build: {
    outDir: join(repository, 'dist/desk'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    assetsDir: 'static',
  },
})

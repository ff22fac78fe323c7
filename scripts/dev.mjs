// `npm run dev`: like `npm start`, but server, web app and desk reload when their sources change. One address (Vite's, which
// proxies API calls) and one Ctrl-C.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { stopWithParent } from './stop-with-parent.mjs'
import { watchContent } from './watch-content.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
ensureInstalled()
if (existsSync('.env')) process.loadEnvFile('.env')

const apiPort = Number(process.env.PORT || 3000)
process.env.API_ORIGIN = `http://127.0.0.1:${apiPort}`

const { createServer } = await import('vite')
const desk = {
  name: 'desk-in-development',
  /** Ahead of the web app's own answers, which have the preview of drafts; the desk's changes are told over the same port, below its own path. */
  configureServer: async ({ middlewares, httpServer }) => {
    const { middlewares: answer } = await createServer({
      configFile: join(root, 'apps/desk/vite.config.ts'),
      server: { middlewareMode: true, hmr: { server: httpServer } },
    })
    middlewares.use((request, response, next) =>
      /^\/desk(?!\/preview\/)(\/|\?|$)/.test(request.url) ? answer(request, response, next) : next(),
    )
  },
}
const web = await createServer({ configFile: join(root, 'apps/web/vite.config.ts'), plugins: [desk] })
await web.listen()
const { port } = web.httpServer.address()

const copies = resolve(process.env.DATA_DIR || '.data', 'dev-content')
const content = await watchContent({
  web,
  content: resolve(process.env.CONTENT_DIR || 'content'),
  copies,
  apiOrigin: process.env.API_ORIGIN,
})

const server = spawn(
  process.execPath,
  [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    '--include',
    join(copies, 'good-since'),
    'apps/server/src/main.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${port}`,
      CONTENT_DIR: content,
    },
  },
)

stopWithParent()
// Ctrl-C reaches the server directly, because it shares the terminal; SIGTERM doesn't.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  void web.close().finally(() => process.exit(code ?? 0))
})

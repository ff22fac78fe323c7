// `npm start`: from a fresh clone with nothing but Node and npm to a running Kitewise. Installs what is missing, builds what is
// stale, then runs the server in this very process, which keeps signals and the exit code as they are.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// .env may set NODE_ENV, which decides what is installed.
if (existsSync('.env')) process.loadEnvFile('.env')
ensureInstalled({ withoutDevelopment: process.env.NODE_ENV === 'production' })
ensureBuilt()
stopWithParent()
await import('../dist/server/main.js')

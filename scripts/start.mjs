// `npm start`: starts Kitewise from a fresh clone with only Node and npm. Installs what is missing, builds what is
// stale, then runs the server in this process, so that signals and the exit code work unchanged.
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

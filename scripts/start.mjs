// `npm start`: from a fresh clone with nothing but Node and npm to a running Kitewise. Installs what is missing, builds what is
// stale, then runs the server in this very process, which keeps signals and the exit code as they are.
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled()
ensureBuilt()
stopWithParent()
await import('../dist/server/main.js')

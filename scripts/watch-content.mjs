import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Editors write several files at once. */
const pauseMs = 150

/**
 * Checks the content whenever it changes. Copies content only when it loads, so a mistake never replaces the last good
 * version. Problems appear in the terminal and in every open page.
 * @param {{ web: import('vite').ViteDevServer, content: string, copies: string, apiOrigin: string }} parts `content` is
 *   the authors' folder, `copies` holds the good versions
 * @returns {Promise<string>} the folder for the server, once its content is good
 */
export async function watchContent({ web, content, copies, apiOrigin }) {
  const good = join(copies, 'good', basename(content))
  /** @type {string | null} */
  let problem = null
  let timer
  let turn = Promise.resolve()

  const showInPages = () => web.ws.send({ type: 'error', err: { message: problem, stack: '', plugin: 'content' } })
  web.ws.on('connection', () => {
    if (problem !== null) showInPages()
  })

  const take = async () => {
    const before = problem
    problem = await runCheck(content, copies)
    if (problem !== null) {
      console.error(
        `\n${problem}\n${existsSync(good) ? 'The app keeps the last good content.' : 'The app starts when it is fixed.'}\n`,
      )
      return showInPages()
    }
    if (before !== null) console.log('The content is good again.')
    await untilRestarted(apiOrigin)
    web.ws.send({ type: 'full-reload' })
  }
  const takeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn.then(take)
    }, pauseMs)
  }

  problem = await runCheck(content, copies)
  if (problem !== null) console.error(`\n${problem}\n`)
  web.watcher.add(content)
  web.watcher.on('all', (_event, path) => {
    if (path.startsWith(content)) takeSoon()
  })
  while (!existsSync(good)) await wait(pauseMs)
  return good
}

/** @returns {Promise<string | null>} the problem, or null if the content was copied */
const runCheck = (content, copies) =>
  new Promise((resolve, reject) => {
    const command = ['node_modules/tsx/dist/cli.mjs', 'scripts/take-content.ts', content, copies]
    const check = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    check.stdout.on('data', (part) => (said += part))
    check.once('error', reject)
    check.once('close', (code) => resolve(code === 0 ? null : said.trim() || 'The content could not be checked.'))
  })

/** Waits until the server has restarted, so that the page doesn't reload too early. */
const untilRestarted = async (apiOrigin) => {
  const isUp = async () => {
    try {
      return (await fetch(`${apiOrigin}/readyz`)).ok
    } catch {
      return false
    }
  }
  for (let tries = 0; tries < 20 && (await isUp()); tries += 1) await wait(100)
  for (let tries = 0; tries < 300 && !(await isUp()); tries += 1) await wait(100)
}

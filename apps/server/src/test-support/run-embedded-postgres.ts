import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'

/** A separate process that runs the embedded PostgreSQL until it is stopped or killed. */
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const server = await startEmbeddedPostgres({ folder: process.argv[2] ?? '', runAs: null, report: () => {} })
  say(JSON.stringify(server.address))
  const stayAlive = setInterval(() => {}, 60_000)
  process.on('SIGTERM', () => {
    clearInterval(stayAlive)
    void server.stop()
  })
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
}

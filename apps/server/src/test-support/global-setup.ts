import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect, type SocketAddress } from '../database/connect.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'

/** Name of the migrated database that every test file copies. */
export const templateDatabase = 'kitewise_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; `createTestDatabase` creates its databases. */
    postgres: SocketAddress
  }
}

/** Durable writes only slow tests down: their data is temporary. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** Starts one PostgreSQL for the whole run, in a temporary folder, and creates the template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kitewise-test-'))
  chmodSync(folder, 0o711)
  const server = await startEmbeddedPostgres({ folder, runAs: null, report: () => {}, settings: careless })
  const { address } = server
  const admin = connect(address, { poolSize: 1, limits: 'none' })
  await admin.unsafe(`create database ${templateDatabase}`)
  await admin.end()
  const template = { ...address, database: templateDatabase }
  const db = connect(template, { poolSize: 1, limits: 'none' })
  await migrate(db)
  await db.end()
  await migrateJobs(template)
  project.provide('postgres', address)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

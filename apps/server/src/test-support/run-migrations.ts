import { connect, type SocketAddress } from '../database/connect.ts'
import { migrate, readMigrations } from '../database/migrate.ts'

/** A separate process that migrates and exits, for tests that start several or kill one. */
const db = connect(JSON.parse(process.env.ADDRESS ?? '') as SocketAddress, { poolSize: 1, limits: 'none' })
await migrate(db, readMigrations(process.env.MIGRATIONS))
await db.end()

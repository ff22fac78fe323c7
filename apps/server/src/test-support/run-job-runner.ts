import { createContext } from '../create-context.ts'
import { connect, type SocketAddress } from '../database/connect.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { makeCatalog } from './make-catalog.ts'
import { testConfig } from './test-config.ts'

/** A separate process that runs jobs, and sends mails to SMTP_URL, until it is killed. */
const address = JSON.parse(process.env.ADDRESS ?? '') as SocketAddress
const from = { name: 'Kitewise', address: 'hello@kitewise.example' }
const context = await createContext(
  testConfig({
    localProviders: true,
    mail: { mailer: 'smtp', smtpUrl: process.env.SMTP_URL ?? 'smtp://127.0.0.1:1', mustEncrypt: false, from },
  }),
  { database: { db: connect(address), address }, catalog: makeCatalog() },
)
startJobs(context)

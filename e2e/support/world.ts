import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeConfig, type Config } from '../../apps/server/src/config.ts'
import { createContext } from '../../apps/server/src/create-context.ts'
import { connect } from '../../apps/server/src/database/connect.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/database/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createCheckout } from '../../apps/server/src/features/billing/create-checkout.ts'
import {
  advanceEmbeddedPayments,
  payEmbeddedCheckout,
} from '../../apps/server/src/features/billing/embedded-payments.ts'
import { seedFinishedLessons } from '../../apps/server/src/features/learning/seed-finished-lessons.ts'
import { addOwner } from '../../apps/server/src/desk/access/add-owner.ts'
import { checkContracts } from '../../apps/server/src/features/organizations/check-contracts.ts'
import { createServer } from '../../apps/server/src/http/create-server.ts'
import { migrateJobs } from '../../apps/server/src/jobs/migrate-jobs.ts'
import { startJobs } from '../../apps/server/src/jobs/start-jobs.ts'
import { addJob } from '../../apps/server/src/platform/add-job.ts'
import { createUser } from '../../apps/server/src/test-support/factories.ts'
import { findFreePort } from '../../apps/server/src/test-support/find-free-port.ts'
import { oidcClient, startOidcProvider } from '../../apps/server/src/test-support/oidc-provider.ts'
import { testConfig } from '../../apps/server/src/test-support/test-config.ts'
import type { AddOwner, Command, Learn, Learner, LearnerWish, StartProvider, WorldSettings } from './commands.ts'
import { modelName } from './start-model.ts'
import { startStripe } from './start-stripe.ts'

/**
 * The product for one Playwright worker in a separate process: real server, PostgreSQL, content and built web app. The
 * worker requests learners over the process channel; journeys use only the browser.
 */
const settings = JSON.parse(process.argv[2] ?? '') as Omit<WorldSettings, 'clock'>
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'kitewise-e2e-'))
chmodSync(folder, 0o711)
// A copy, so that a build during the run doesn't remove files that a journey needs.
const webFolder = join(folder, 'web')
cpSync(join(root, 'dist/web'), webFolder, { recursive: true })
const deskFolder = join(folder, 'desk')
cpSync(join(root, 'dist/desk'), deskFolder, { recursive: true })

// A copy too, for journeys of authors.
const contentFolder = join(folder, 'content')
cpSync(join(root, 'content'), contentFolder, { recursive: true })

const postgres = await startEmbeddedPostgres({
  folder: join(folder, 'postgres'),
  runAs: null,
  report: () => {},
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
})
const db = connect(postgres.address)
await migrate(db)
await migrateJobs(postgres.address)

/** The judge for an operator who runs their own model server. */
const judgeAt = (modelUrl: string): Config['judge'] => {
  const made = makeConfig({ NODE_ENV: 'test', OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: modelName }, root)
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  return made.config.judge
}

const port = await findFreePort()
// A name, because browsers refuse passkeys at an address.
const publicUrl = `http://localhost:${port}`
const identityProvider = await startOidcProvider(publicUrl, {
  first: { sub: 'olga', email: 'olga@id.example', email_verified: true },
})
const config = testConfig({
  publicUrl,
  deskOidc: { issuer: identityProvider.issuer, ...oidcClient, label: 'Example ID' },
  webFolder,
  deskFolder,
  contentFolder,
  loginNewDevice: settings.newDevice,
  localProviders: true,
  ...(settings.modelUrl !== null && { judge: judgeAt(settings.modelUrl) }),
})
const stripe = settings.provider === 'stripe' ? await startStripe(`${publicUrl}/api/payments/webhook`) : null
/** The domain name system of this world. */
const records = new Map<string, string[]>()
/** Offset of the clock of learning and billing. */
let aheadMs = 0
let context = await createContext(config, {
  database: { db, address: postgres.address },
  clock: () => new Date(Date.now() + aheadMs),
  domainRecords: { readTxt: async (domain) => records.get(domain) ?? [] },
  ...(stripe && { payments: stripe.payments }),
})
let app = await createServer(context)
await app.listen({ host: '127.0.0.1', port })
let stopJobs = startJobs(context)

const rebrand = async (variables: Record<string, string>): Promise<void> => {
  const made = makeConfig({ NODE_ENV: 'test', ...variables }, root)
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  await app.close()
  await stopJobs()
  context = { ...context, config: { ...config, brand: made.config.brand, mail: made.config.mail } }
  app = await createServer(context)
  await app.listen({ host: '127.0.0.1', port })
  stopJobs = startJobs(context)
}

const endsIn = (days: number): number => Math.floor(context.clock().getTime() / 1000) + days * 86_400

const purchases = {
  bought: { productId: 'month', cardNumber: '4242 4242 4242 4242' },
  paid: { productId: 'week', cardNumber: '4242 4242 4242 4242' },
  disputed: { productId: 'week', cardNumber: '4242 4200 0008 0259' },
}

/** Buys a plan with a test card, like a signed-in learner. The provider's events arrive before it returns. */
const buy = async (userId: string, { productId, cardNumber }: { productId: string; cardNumber: string }) => {
  const begun = await createCheckout(context, { productId, couponId: null, registrationToken: undefined, userId })
  if (!begun.ok) throw new Error(`could not begin a checkout: ${begun.code}`)
  await payEmbeddedCheckout(context, begun.value.sessionId, { cardNumber, expiry: '12/40', cvc: '123' })
}

const learn = async ({ userId, courseId, lessons }: Learn['learn']): Promise<void> => {
  const all = context.catalog.findCourse(courseId)?.lessons ?? []
  const ids = all.slice(0, lessons).map(({ id }) => id)
  if (ids.length > 0) await seedFinishedLessons(context, userId, ids)
}

const makeLearner = async ({ subscription, finishedLessons, isPinSet, email }: LearnerWish): Promise<Learner> => {
  const user = await createUser(context, {
    ...(isPinSet ? {} : { pin: null }),
    ...(email !== undefined && { email }),
    subscription:
      subscription === 'active' || subscription === 'expired'
        ? { currentPeriodEnd: endsIn(subscription === 'active' ? 20 : -3) }
        : null,
  })
  if (subscription in purchases) await buy(user.id, purchases[subscription as keyof typeof purchases])
  await learn({ userId: user.id, courseId: 'ai-zero', lessons: finishedLessons })
  return user
}

const stop = async (): Promise<void> => {
  await app.close()
  await stopJobs()
  await stripe?.close()
  await Promise.all([identityProvider, ...employers].map((provider) => provider.close()))
  await db.end({ timeout: 1 })
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

const addDeskOwner = async (owner: AddOwner['addOwner']): Promise<string> => {
  const added = await addOwner(context, owner)
  if (!added.ok) throw new Error(`could not add an owner: ${added.code}`)
  return added.value.link
}

const employers: Awaited<ReturnType<typeof startOidcProvider>>[] = []

const startEmployer = async ({ organizationId, person }: StartProvider['employer']): Promise<string> => {
  const provider = await startOidcProvider(publicUrl, { first: person, returnPaths: [`/sso/${organizationId}/return`] })
  employers.push(provider)
  return provider.issuer
}

const obey = async (command: Exclude<Command, AddOwner | StartProvider>): Promise<Learner | null> => {
  if ('remind' in command) {
    await addJob(context.db, 'remind-learners', {})
    return null
  }
  if ('checkContracts' in command) {
    await advanceEmbeddedPayments(context)
    await checkContracts(context)
    return null
  }
  if ('listen' in command) {
    await app.close()
    app = await createServer(context)
    if (command.listen) await app.listen({ host: '127.0.0.1', port })
    return null
  }
  if ('publish' in command) {
    const { domain, record } = command.publish
    records.set(domain, [...(records.get(domain) ?? []), record])
    return null
  }
  if ('rebrand' in command) {
    await rebrand(command.rebrand)
    return null
  }
  if ('learn' in command) {
    await learn(command.learn)
    return null
  }
  if (!('now' in command)) return makeLearner(command)
  aheadMs = Date.parse(command.now) - Date.now()
  return null
}

process.on('message', (command: Command) => {
  const { id } = command
  if ('addOwner' in command)
    void addDeskOwner(command.addOwner).then((link) => process.send?.({ id, learner: null, link }))
  else if ('employer' in command)
    void startEmployer(command.employer).then((link) => process.send?.({ id, learner: null, link }))
  else void obey(command).then((learner) => process.send?.({ id, learner, link: null }))
})
process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())
process.send?.({ url: publicUrl, providerUrl: stripe?.url ?? publicUrl, contentFolder })

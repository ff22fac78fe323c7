import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJob, type JobName } from '../platform/add-job.ts'
import { actAsBuyer, goodCard, listMails, listStored } from '../test-support/act-as-buyer.ts'
import { runJobs } from '../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { loseProviderEvents } from '../test-support/rows/billing.ts'
import { listJobs } from '../test-support/rows/jobs.ts'
import { ageRegistrations, listRegisteredEmails } from '../test-support/rows/onboarding.ts'
import { onboardingCatalog } from '../test-support/visitor.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  other = await startTestServer({ catalog: onboardingCatalog(), database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Runs the same job on two instances concurrently. */
const runTwice = async (name: JobName) => {
  for (const { context } of [server, other]) await addJob(context.db, name as 'purge-expired', {})
  await Promise.all([runJobs(server.context), runJobs(other.context)])
}
const failedJobs = async () => (await listJobs(server.context.db)).filter(({ attempts }) => attempts > 0)

it('runs the comparison with the provider once when two instances start it at once', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => actAsBuyer(server)))
  for (const buyer of buyers) {
    const { sessionId } = await buyer.begin('month')
    await server.context.payments.embedded?.pay(sessionId, goodCard)
  }
  await loseProviderEvents(server.context.db)
  await runTwice('reconcile-payments')
  for (const { email } of buyers) {
    expect(await listStored(server, email)).toMatchObject([{ status: 'trialing' }])
    expect(await listMails(server, email)).toEqual(['welcome'])
  }
  expect(await failedJobs()).toHaveLength(0)
})

it('purges expired data only, when two instances start it at once', async () => {
  const { db } = server.context
  const gone = await actAsBuyer(server)
  const kept = await actAsBuyer(server)
  const paid = await actAsBuyer(server)
  await server.context.payments.embedded?.pay((await paid.begin('month')).sessionId, goodCard)
  await runTwice('reconcile-payments')
  await ageRegistrations(db, [gone.email, paid.email], 91)
  await runTwice('purge-expired')
  const emails = await listRegisteredEmails(db)
  expect(emails).not.toContain(gone.email)
  expect(emails).toEqual(expect.arrayContaining([kept.email, paid.email]))
  expect(await failedJobs()).toHaveLength(0)
})

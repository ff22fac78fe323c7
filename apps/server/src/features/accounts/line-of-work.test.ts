import { linesOfWork } from '@kitewise/contract/choices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const chosenBy = async (token: string) => (await server.call('me', { token })).body.data.lineOfWork

describe('line of work', () => {
  it('is none at first, can be chosen and changed, and can be none again', async () => {
    const { token, email, pin } = await actAsLearner(server, { subscription: null })
    expect(await chosenBy(token)).toBeUndefined()
    for (const lineOfWork of linesOfWork) {
      const reply = await server.call('updateLineOfWork', { token, body: { lineOfWork } })
      expect([reply.status, reply.body.data]).toEqual([200, { lineOfWork }])
      expect(await chosenBy(token)).toBe(lineOfWork)
    }
    const signedIn = await server.call('login', { body: { email, pin } })
    expect(signedIn.body.user.lineOfWork).toBe('jobSearch')
    await server.call('updateLineOfWork', { token, body: { lineOfWork: null } })
    expect(await chosenBy(token)).toBeUndefined()
  })

  it('is refused if it is unknown or there is no session, and is each learner’s own', async () => {
    const { token } = await actAsLearner(server)
    const other = await actAsLearner(server)
    await server.call('updateLineOfWork', { token, body: { lineOfWork: 'care' } })
    for (const lineOfWork of ['pirate', '', undefined, ['shop']])
      expect((await server.call('updateLineOfWork', { token, body: { lineOfWork } })).status).toBe(400)
    expect((await server.call('updateLineOfWork', { body: { lineOfWork: 'shop' } })).status).toBe(401)
    expect([await chosenBy(token), await chosenBy(other.token)]).toEqual(['care', undefined])
  })

  it('is part of the exported data', async () => {
    const { token } = await actAsLearner(server)
    await server.call('updateLineOfWork', { token, body: { lineOfWork: 'trades' } })
    const { records } = (await server.call('exportData', { token })).body.data
    expect(records['users']).toMatchObject([{ line_of_work: 'trades' }])
  })
})

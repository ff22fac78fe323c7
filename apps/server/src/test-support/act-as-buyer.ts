import { randomBytes } from 'node:crypto'
import type { TestServer } from './start-test-server.ts'
import { type actAsVisitor, beginQuiz } from './visitor.ts'

export const goodCard = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
export const declinedCard = { ...goodCard, cardNumber: '4000 0000 0000 0002' }

/** A visitor with an address, looking at the plans. `on` continues the same visit on another instance. */
export async function actAsBuyer(
  server: TestServer,
  email = `buyer-${randomBytes(5).toString('hex')}@kitewise.example`,
) {
  const visitor = await beginQuiz(server)
  const { body, error } = await visitor.register(email)
  if (error) throw new Error(`could not register: ${error.name}`)
  const { registrationToken } = body.data
  const choose = (productId = 'month', on = server) =>
    on.call('createCheckout', { body: { productId, registrationToken } })
  const claim = ({ sessionId, nonce }: { sessionId: string; nonce: string }, on = server) =>
    on.call('claimCheckout', { params: { sessionId }, body: { nonce } })
  return {
    email,
    registrationToken,
    choose,
    claim,
    /** Starts a checkout, or fails. */
    begin: async (productId = 'month', on = server) => {
      const reply = await choose(productId, on)
      if (reply.error) throw new Error(`could not begin a checkout: ${reply.error.name}`)
      return reply.body.data
    },
  }
}

export function payAt(server: TestServer, sessionId: string, card = goodCard) {
  return server.call('payEmbeddedCheckout', { params: { sessionId }, body: card })
}

/** The stored subscriptions of a buyer, oldest first. */
export function listStored(server: TestServer, email: string) {
  return server.context.db<{ id: string; status: string; end: number; trialEnd: number | null; isDue: boolean }[]>`
    select s.id, s.status, extract(epoch from s.current_period_end)::float8 as "end",
      extract(epoch from s.trial_end)::float8 as "trialEnd", s.past_due_since is not null as "isDue"
    from subscriptions s join users u on u.id = s.user_id where u.email = ${email} order by s.created_at, s.id`
}

/** The queued mails for an address, by template. */
export async function listMails(server: TestServer, email: string): Promise<string[]> {
  const rows = await server.context.db<{ template: string }[]>`
    select template from outgoing_mails where to_address = ${email} order by created_at, template`
  return rows.map(({ template }) => template)
}

/** A visitor with an onboarding buys the monthly plan and becomes a learner. @returns the session token */
export async function buyAs(
  server: TestServer,
  visitor: Pick<ReturnType<typeof actAsVisitor>, 'register'>,
  email: string,
): Promise<string> {
  const { registrationToken } = (await visitor.register(email)).body.data
  const begun = (await server.call('createCheckout', { body: { productId: 'month', registrationToken } })).body.data
  await payAt(server, begun.sessionId)
  const { sessionId, nonce } = begun
  const claimed = await server.call('claimCheckout', { params: { sessionId }, body: { nonce } })
  await server.call('setPin', { token: claimed.body.data.pinSetupToken ?? '', body: { email, pin: '4826' } })
  return server.signIn(email, '4826')
}

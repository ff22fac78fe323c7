import type { Answer } from '@kitewise/contract/calls'
import type { User } from '@kitewise/contract/entities'
import { deletionGraceDays } from '@kitewise/rules/account'
import { languageDetails, textLanguages } from '@kitewise/rules/language'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { needsPlan } from '../../platform/access.ts'
import type { Handlers } from '../../platform/handler.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { sessionSeconds } from '../../platform/sessions.ts'
import { comparePin, type PinAttempt, turnKeys } from './compare-pin.ts'
import { rememberBrowser } from './known-devices.ts'
import {
  findAccount,
  findUser,
  holdActive,
  insertSession,
  type LoginUser,
  reactivate,
  renewSignIn,
  revokeSession,
  type StoredUser,
} from './users.sql.ts'

export const accountsRoutes: Handlers<'login' | 'reauthenticate' | 'logout' | 'me' | 'locales'> = {
  login: async (context, { body, client }) => {
    const { networkKey, deviceToken } = client
    const outcome = await logIn(context, { ...body, networkKey, deviceToken })
    if (!outcome.ok) return outcome
    client.rememberDevice(outcome.value.deviceToken)
    return ok(outcome.value.answer)
  },
  reauthenticate: async (context, { body, session, client }) => {
    const { networkKey, deviceToken } = client
    const outcome = await reauthenticate(context, { ...body, session, networkKey, deviceToken })
    return outcome.ok ? ok({ data: { reauthenticated: true } }) : outcome
  },
  logout: async (context, { session }) => {
    await revokeSession(context.db, session.userId, session.id)
    return ok({ data: { loggedOut: true } })
  },
  me: async (context, { session }) => {
    const user = await findUser(context.db, session.userId)
    return user ? ok({ data: presentUser(user) }) : refuse('unauthorized')
  },
  locales: async () => ok({ data: textLanguages.map((code) => ({ code, name: languageDetails[code].name })) }),
}

/** What a sign-in gives: the answer, and the token by which the browser is known next time. */
type LoggedIn = { answer: Answer<'login'>; deviceToken: string }

/**
 * Signs in with e-mail and PIN. Unknown address, wrong PIN, no PIN yet and deleted for good give the same answer after the
 * same work; too many failures give 429 with the time to wait, also for addresses that nobody has. A browser that is not known may
 * have to show the account's mailbox first: `check_mailbox`, for every address and PIN alike. A deletion of less than 28 days is undone.
 */
const logIn = (context: Context, given: PinAttempt): Promise<Result<LoggedIn>> => {
  const attempt = { ...given, email: given.email.trim().toLowerCase() }
  return context.takeSignInTurn(turnKeys(attempt), async () => {
    const compared = await comparePin(context, attempt)
    if (!compared.ok) return compared
    return openSession(context, compared.value, attempt.deviceToken)
  })
}

const openSession = (context: Context, user: LoginUser, givenToken: string | null): Promise<Result<LoggedIn>> =>
  inTransaction(context.db, async (tx) => {
    const standing = await returnToAccount(tx, context, user)
    if (standing === 'gone') return refuse('invalid_credentials')
    const deviceToken = await rememberBrowser(tx, user.id, givenToken)
    const sessionId = context.newId()
    await insertSession(tx, { id: sessionId, userId: user.id, seconds: sessionSeconds })
    const jwt = context.sessionTokens.sign({ userId: user.id, sessionId })
    const answer = {
      jwt,
      user: presentUser(user),
      ...(standing === 'restored' && { restored: true as const }),
      ...((await needsPlan(tx, user.id, context.clock())) && { needsPlan: true as const }),
    }
    return ok({ answer, deviceToken })
  })

/**
 * Holds an account for somebody who has just signed in, and undoes its deletion where it was deleted less than 28 days ago. The erasure
 * changes the same row, so that exactly one of them comes first.
 * @returns whether it was deleted; `gone` when it cannot come back, or got another PIN or address since the PIN was compared
 */
const returnToAccount = async (tx: Tx, { log }: Context, user: LoginUser): Promise<'active' | 'restored' | 'gone'> => {
  if (!(await reactivate(tx, user, deletionGraceDays))) return (await holdActive(tx, user)) ? 'active' : 'gone'
  await queueMail(tx, {
    to: user.email,
    language: user.lang,
    userId: user.id,
    template: 'account_restored',
    values: {},
  })
  log.info({ userId: user.id }, 'account restored by a sign-in')
  return 'restored'
}

type PinAgain = {
  session: { id: string; userId: string }
  pin: string
  networkKey: string
  deviceToken: string | null
}

/**
 * Takes the PIN of somebody who is signed in, and lets the session count as just signed in. Each try is counted as a sign-in is, so
 * that a stolen session guesses no faster. Refusals: wrong_pin, too_many_requests, unavailable, unauthorized.
 */
const reauthenticate = async (context: Context, { session, ...given }: PinAgain): Promise<Result<null>> => {
  const account = await findAccount(context.db, session.userId)
  if (!account) return refuse('unauthorized')
  const attempt = { ...given, email: account.email }
  return context.takeSignInTurn(turnKeys(attempt), async () => {
    const compared = await comparePin(context, attempt)
    if (!compared.ok) return compared.code === 'invalid_credentials' ? refuse('wrong_pin') : compared
    await renewSignIn(context.db, session.userId, session.id)
    return ok(null)
  })
}

const presentUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  username: user.username,
  isPinSetUp: user.pinHash !== null,
  lang: user.lang,
})

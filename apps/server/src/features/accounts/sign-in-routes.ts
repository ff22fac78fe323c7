import type { Answer } from '@kitewise/contract/calls'
import type { User } from '@kitewise/contract/entities'
import { languageDetails, textLanguageOf, textLanguages } from '@kitewise/rules/language'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers } from '../../platform/handler.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { comesBack } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertSession, renewSignIn, revokeSession } from '../../platform/sessions.sql.ts'
import { needsPlan, sessionSeconds } from '../../platform/sessions.ts'
import { comparePin } from './compare-pin.ts'
import { rememberBrowser } from './devices.sql.ts'
import {
  findAccount,
  findUser,
  holdActive,
  type LoginUser,
  reactivate,
  saveDailyGoal,
  saveFirstName,
  saveLanguage,
  saveLineOfWork,
  type StoredUser,
} from './users.sql.ts'

type AccountEndpoint =
  | 'login'
  | 'reauthenticate'
  | 'logout'
  | 'me'
  | 'updateLanguage'
  | 'updateLineOfWork'
  | 'updateFirstName'
  | 'updateDailyGoal'
  | 'locales'

export const accountsRoutes: Handlers<AccountEndpoint> = {
  login: async (context, { body, client }) => {
    const { networkKey, deviceToken } = client
    const email = body.email.trim().toLowerCase()
    const compared = await comparePin(context, { email, pin: body.pin, networkKey, deviceToken })
    if (!compared.ok) return compared
    const opened = await openSession(context, compared.value, deviceToken)
    if (!opened.ok) return opened
    client.rememberDevice(opened.value.deviceToken)
    return ok(opened.value.answer)
  },
  reauthenticate: async (context, { body, session, client }) => {
    const { networkKey, deviceToken } = client
    const account = await findAccount(context.db, session.userId)
    if (!account) return refuse('unauthorized')
    const compared = await comparePin(context, { email: account.email, pin: body.pin, networkKey, deviceToken })
    if (!compared.ok) return compared.code === 'invalid_credentials' ? refuse('wrong_pin') : compared
    await renewSignIn(context.db, session.userId, session.id)
    return ok({ data: { reauthenticated: true } })
  },
  logout: async (context, { session }) => {
    await revokeSession(context.db, session.userId, session.id)
    return ok({ data: { loggedOut: true } })
  },
  me: async (context, { session }) => {
    const user = await findUser(context.db, session.userId)
    return user ? ok({ data: await presentUser(context, context.db, user) }) : refuse('unauthorized')
  },
  updateLanguage: async ({ db }, { session, body }) => {
    const language = textLanguageOf(body.language)
    await saveLanguage(db, session.userId, language)
    return ok({ data: { language } })
  },
  updateLineOfWork: async ({ db }, { session, body: { lineOfWork } }) => {
    await saveLineOfWork(db, session.userId, lineOfWork)
    return ok({ data: { lineOfWork } })
  },
  updateFirstName: async ({ db }, { session, body: { firstName } }) => {
    await saveFirstName(db, session.userId, firstName)
    return ok({ data: { firstName } })
  },
  updateDailyGoal: async ({ db }, { session, body: { dailyGoalMinutes } }) => {
    await saveDailyGoal(db, session.userId, dailyGoalMinutes)
    return ok({ data: { dailyGoalMinutes } })
  },
  locales: async () => ok({ data: textLanguages.map((code) => ({ code, name: languageDetails[code].name })) }),
}

type SignedIn = { answer: Answer<'login'>; deviceToken: string }

const openSession = (context: Context, user: LoginUser, givenToken: string | null): Promise<Result<SignedIn>> =>
  inTransaction(context.db, async (tx) => {
    const standing = await returnToAccount(tx, context, user)
    if (standing === 'gone') return refuse('invalid_credentials')
    const deviceToken = await rememberBrowser(tx, user.id, givenToken)
    const sessionId = context.newId()
    await insertSession(tx, { id: sessionId, userId: user.id, seconds: sessionSeconds })
    const answer = {
      jwt: context.sessionTokens.sign({ userId: user.id, sessionId }),
      user: await presentUser(context, tx, user),
      ...(standing === 'restored' && { restored: true as const }),
      ...((await needsPlan(tx, user.id, context.clock())) && { needsPlan: true as const }),
    }
    return ok({ answer, deviceToken })
  })

/**
 * The erasure updates the same row, so either the sign-in or the erasure comes first. `gone`: the grace period is over, or PIN
 * or address changed after the comparison.
 */
const returnToAccount = async (tx: Tx, { log }: Context, user: LoginUser): Promise<'active' | 'restored' | 'gone'> => {
  if (!(await reactivate(tx, user))) return (await holdActive(tx, user)) ? 'active' : 'gone'
  const { id: userId, email: to, lang: language } = user
  await queueMail(tx, { to, language, userId, template: 'account_restored', values: {} })
  log.info({ userId }, 'account restored by a sign-in')
  return 'restored'
}

const presentUser = async (context: Context, db: Queryable, user: StoredUser): Promise<User> => ({
  id: user.id,
  email: user.email,
  username: user.username,
  isPinSetUp: user.pinHash !== null,
  lang: user.lang,
  ...(user.lineOfWork && { lineOfWork: user.lineOfWork }),
  ...(user.firstName !== null && { firstName: user.firstName }),
  ...(user.dailyGoalMinutes && { dailyGoalMinutes: user.dailyGoalMinutes }),
  ...((await comesBack(db, context, user.email)) && { emailComesBack: true as const }),
})

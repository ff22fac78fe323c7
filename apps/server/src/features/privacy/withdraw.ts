import type { Withdrawal } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { defaultLanguage } from '@kitewise/rules/language'
import { withdrawalEnds } from '@kitewise/rules/refund'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { endAtOnce } from '../billing/change-subscription.ts'
import { findPayer } from '../billing/customers.sql.ts'
import { type Contract, listContracts } from '../billing/list-contracts.ts'
import { addToInbox } from '../support/support-requests.ts'
import { findDeclaration, insertWithdrawal, listUnended, markEnded } from './withdrawals.sql.ts'

type Statement = { userId: string; subscriptionId: string; name: string }

/** Mails the learner a receipt and asks support to refund. A repeat returns the same receipt and does nothing else. */
export async function withdraw(context: Context, statement: Statement): Promise<Result<Withdrawal>> {
  const { userId, subscriptionId } = statement
  const contract = (await listContracts(context, userId)).find((one) => one.subscriptionId === subscriptionId)
  if (!contract) return refuse('subscription_not_found')
  const { contractAt } = contract
  const until = withdrawalEnds(contractAt)
  const answer = (declaredAt: number) => ok({ subscriptionId, contractAt, until, declaredAt })
  const earlier = await findDeclaration(context.db, userId, subscriptionId)
  if (earlier !== null) return answer(earlier)
  const now = context.clock()
  if (now.getTime() / 1000 > until) return refuse('withdrawal_over')
  await inTransaction(context.db, async (tx) => {
    if (!(await insertWithdrawal(tx, statement, now))) return
    const payer = await findPayer(tx, userId)
    const language = payer?.language ?? defaultLanguage
    await addToInbox(tx, context, { id: context.newId(), kind: 'withdrawal', userId, subscriptionId, language })
    if (payer) await queueReceipts(tx, context, { statement, contract, payer, now })
    await addJob(tx, 'end-withdrawn-contracts', {}, { key: 'end-withdrawn-contracts' })
  })
  return answer((await findDeclaration(context.db, userId, subscriptionId)) ?? Math.floor(now.getTime() / 1000))
}

type Declared = { statement: Statement; contract: Contract; payer: { email: string; language: string }; now: Date }

const queueReceipts = async (
  tx: Tx,
  { config }: Context,
  { statement, contract, payer, now }: Declared,
): Promise<void> => {
  const valuesIn = (language: string) => {
    const words = mailWords(config, language)
    return {
      name: statement.name,
      email: payer.email,
      plan: words.plan(contract.productId),
      price: priceText(contract.priceCents, contract.currency),
      boughtOn: words.date(contract.contractAt),
      receivedAt: `${words.date(now.getTime() / 1000)} ${now.toISOString().slice(11, 16)} UTC`,
      subscriptionId: contract.subscriptionId,
    }
  }
  const { userId } = statement
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId,
    template: 'withdrawal_receipt',
    values: valuesIn(payer.language),
    dedupeKey: `withdrawal:${contract.subscriptionId}`,
  })
  await queueMail(tx, {
    to: config.brand.supportEmail,
    language: defaultLanguage,
    // Not the recipient: with it, the notice is exported and erased with the learner's data.
    userId,
    template: 'withdrawal_notice',
    values: valuesIn(defaultLanguage),
    dedupeKey: `withdrawal-notice:${contract.subscriptionId}`,
  })
}

/** Job: each subscription stays queued until the provider has confirmed its end. */
export async function endWithdrawnContracts(context: Context): Promise<void> {
  const failures: unknown[] = []
  for (const contract of await listUnended(context.db))
    try {
      await endAtOnce(context, contract)
      await markEnded(context.db, contract, context.clock())
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} withdrawn contracts still run`)
}

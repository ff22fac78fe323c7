import { chooseJudge } from '../../adapters/judge/choose.ts'
import { checkSmtp } from '../../adapters/mail/mailers.ts'
import type { JudgeLog } from '../../adapters/judge/port.ts'
import type { PaymentsConfig } from '../../adapters/payments/settings.ts'
import type { InspectedPrice, StripeState } from '../../adapters/payments/stripe/inspect-stripe.ts'
import type { Config } from '../../config.ts'
import { discover } from '../../platform/identity-provider.ts'
import { judgeClock } from './check-database.ts'
import { type Finding, problem, reasonOf, type Section, warning } from './report.ts'

const timeoutMs = 10_000

/** Calls each configured service once, without sending or changing anything. */
export async function checkServices(config: Config): Promise<Section[]> {
  const sections = await Promise.all([
    checkMail(config),
    checkPayments(config),
    checkModel(config),
    checkIdentityProvider(config),
  ])
  return sections.filter((section) => section !== null)
}

const checkMail = async ({ mail, production }: Config): Promise<Section> => {
  if (mail.mailer === 'outbox') {
    const finding = warning('mail', 'No email is sent: MAILER is outbox.', 'Set MAILER=smtp and SMTP_URL.')
    return { name: 'Mail', facts: ['outbox'], findings: production ? [finding] : [] }
  }
  try {
    await checkSmtp({ url: mail.smtpUrl, mustEncrypt: mail.mustEncrypt, timeoutMs })
    return { name: 'Mail', facts: ['the mail server accepts us'], findings: [] }
  } catch (error) {
    const text = `The mail server can't be used: ${reasonOf(error)}.`
    return {
      name: 'Mail',
      facts: [],
      findings: [problem('mail', text, 'Check host, port, user and password in SMTP_URL.')],
    }
  }
}

type StripeConfig = Extract<PaymentsConfig, { provider: 'stripe' }>

const checkPayments = async (config: Config): Promise<Section> => {
  const { payments } = config
  if (payments.provider === 'embedded') return { name: 'Payments', facts: ['test provider'], findings: [] }
  const { inspectStripe } = await import('../../adapters/payments/stripe/inspect-stripe.ts')
  const seen = await inspectStripe({ ...payments, timeoutMs })
  const findings: Finding[] = []
  if ('refusal' in seen) {
    const text = `Stripe can't be used: ${seen.refusal}.`
    return { name: 'Payments', facts: [], findings: [problem('payments', text, 'Check STRIPE_SECRET_KEY.')] }
  }
  findings.push(...comparePrices(config, payments, seen.prices), ...judgeSeats(config, payments, seen.prices))
  if (seen.webhooks === null)
    findings.push(
      warning(
        'webhook',
        'The key may not read webhook endpoints, so they were not checked.',
        'Allow it to read them, or look at them in the dashboard.',
      ),
    )
  else findings.push(...judgeWebhooks(`${config.publicUrl}/api/payments/webhook`, seen.webhooks))
  if (payments.hasAutomaticTax) findings.push(...judgeTax(payments, seen))
  if (seen.clockAheadMs !== null) findings.push(...judgeClock('Stripe', seen.clockAheadMs))
  return { name: 'Payments', facts: ['Stripe', payments.secretKey.includes('_live_') ? 'live' : 'test mode'], findings }
}

/** With tax on top, a learner would pay more than the price on the screen. */
const judgeTax = ({ prices }: StripeConfig, { tax, prices: seen }: StripeState): Finding[] => {
  const place = 'Stripe dashboard, Tax (docs/operations.md, Payments)'
  if (tax === null)
    return [
      warning('tax', 'The key may not read the tax settings, so they were not checked.', `Look at them: ${place}.`),
    ]
  const findings: Finding[] = []
  if (!tax.isActive)
    findings.push(problem('tax', "STRIPE_AUTOMATIC_TAX is on, but Stripe Tax isn't set up.", `Complete it: ${place}.`))
  if (tax.registrations === 0)
    findings.push(warning('tax', 'Stripe Tax has no active registration, so it collects no tax.', `Add one: ${place}.`))
  for (const [productId, id] of Object.entries(prices)) {
    const { taxBehavior } = seen.get(id) ?? {}
    const behavior = taxBehavior === 'unspecified' ? tax.defaultBehavior : taxBehavior
    if (taxBehavior === undefined || behavior === 'inclusive') continue
    const text = `The price ${id} of the plan ${productId} doesn't include tax, so learners pay more than the screen says.`
    findings.push(problem('tax', text, "Set the price's tax behavior to inclusive at Stripe."))
  }
  return findings
}

const comparePrices = (
  { plans }: Config,
  { prices }: StripeConfig,
  seen: ReadonlyMap<string, InspectedPrice>,
): Finding[] =>
  plans.flatMap((plan) => {
    const id = prices[plan.productId] ?? ''
    const price = seen.get(id)
    const remedy = 'Correct STRIPE_PRICES, PLANS, or the price at Stripe.'
    if (!price) return [problem('prices', `Stripe has no price ${id} for the plan ${plan.productId}.`, remedy)]
    if (!price.isActive)
      return [problem('prices', `The price ${id} of the plan ${plan.productId} is archived.`, remedy)]
    const isSame =
      price.amount === plan.amount &&
      price.currency === plan.currency &&
      price.interval === plan.interval &&
      price.intervalCount === plan.intervalCount
    if (isSame) return []
    return [
      problem('prices', `The plan ${plan.productId} is ${terms(plan)}, but Stripe charges ${terms(price)}.`, remedy),
    ]
  })

/** Without prices that can be used, nobody can buy seats. */
const judgeSeats = (
  { plans }: Config,
  { seatPrices }: StripeConfig,
  seen: ReadonlyMap<string, InspectedPrice>,
): Finding[] => {
  const listed = Object.entries(seatPrices)
  const remedy = 'Correct STRIPE_SEAT_PRICES or the price at Stripe (docs/operations.md, Payments).'
  if (listed.length === 0)
    return [
      warning(
        'seats',
        "STRIPE_SEAT_PRICES isn't set, so organizations can't buy seats.",
        'Create a price by the month, one by the year, or both at Stripe, and set it (docs/operations.md, Payments).',
      ),
    ]
  return listed.flatMap(([interval, id]) => {
    const wrong = wrongWithSeat(interval, seen.get(id), plans[0]?.currency ?? 'usd')
    return wrong === null ? [] : [problem('seats', `The price ${id} of a seat by the ${interval} ${wrong}.`, remedy)]
  })
}

const wrongWithSeat = (interval: string, price: InspectedPrice | undefined, currency: string): string | null => {
  if (!price) return "doesn't exist at Stripe"
  if (!price.isActive) return 'is archived'
  if (price.interval === 'once') return "isn't recurring"
  if (price.interval !== interval || price.intervalCount !== 1)
    return `is charged every ${price.intervalCount} ${price.interval}`
  if (price.amount === null) return 'is by amount used, not for each seat'
  return price.currency === currency ? null : `is in ${price.currency}, the plans are in ${currency}`
}

const terms = (value: Pick<InspectedPrice, 'amount' | 'currency' | 'interval' | 'intervalCount'>): string =>
  `${value.amount} ${value.currency} every ${value.intervalCount} ${value.interval}`

/** What `verifyEvent` understands. */
export const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

export function judgeWebhooks(
  url: string,
  webhooks: readonly { url: string; isEnabled: boolean; events: readonly string[] }[],
): Finding[] {
  const remedy = 'Edit the endpoint in the Stripe dashboard (docs/operations.md, Payments).'
  const own = webhooks.filter((webhook) => webhook.url === url)
  if (own.length === 0) return [problem('webhook', `Stripe has no webhook endpoint ${url}.`, remedy)]
  const live = own.filter(({ isEnabled }) => isEnabled)
  if (live.length === 0) return [problem('webhook', `The webhook endpoint ${url} is disabled.`, remedy)]
  const events = new Set(live.flatMap((webhook) => webhook.events))
  const missing = events.has('*') ? [] : neededEvents.filter((event) => !events.has(event))
  return missing.length === 0 ? [] : [problem('webhook', `The webhook endpoint lacks ${missing.join(', ')}.`, remedy)]
}

/** The log's message with what the provider said. */
const told = (fields: object, message: string) =>
  'provider' in fields && typeof fields.provider === 'string' ? `${message} (${fields.provider})` : message

const noCalls = () => ({
  calls: { take: async () => null },
  answers: { take: async () => 'all' as const },
  note: async () => {},
})

const checkModel = async ({ judge }: Config): Promise<Section> => {
  if (judge.provider === 'embedded') return { name: 'Model', facts: ['built-in checklist'], findings: [] }
  const findings: Finding[] = []
  const remedy = 'Check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL. Meanwhile, the checklist scores.'
  const log: JudgeLog = {
    info: () => {},
    warn: (fields, message) => findings.push(warning('model', told(fields, message), remedy)),
    error: (fields, message) => findings.push(problem('model', told(fields, message), remedy)),
  }
  await chooseJudge(judge, log, noCalls, async () => false).check?.()
  return { name: 'Model', facts: [judge.model], findings }
}

/** Reads its configuration; whether it knows our client shows only in a sign-in. */
const checkIdentityProvider = async ({ deskOidc }: Config): Promise<Section | null> => {
  if (deskOidc === null) return null
  const name = 'Identity provider'
  try {
    const provider = (await discover(deskOidc)).serverMetadata()
    if (provider.supportsPKCE()) return { name, facts: [provider.issuer], findings: [] }
    const text = `The identity provider ${provider.issuer} doesn't list PKCE with S256.`
    return { name, facts: [], findings: [warning('oidc', text, 'Make sure that it checks the code challenge.')] }
  } catch (error) {
    const text = `The identity provider ${deskOidc.issuer} can't be used: ${reasonOf(error)}.`
    const remedy = 'Check DESK_OIDC_ISSUER. Meanwhile, staff sign in with passkeys.'
    return { name, facts: [], findings: [problem('oidc', text, remedy)] }
  }
}

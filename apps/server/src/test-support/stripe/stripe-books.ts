import {
  makeInvoice,
  stripeId,
  type StripeCoupon,
  type StripeCustomer,
  type StripeDispute,
  type StripeEvent,
  type StripeInvoice,
  type StripePaymentMethod,
  type StripePrice,
  type StripePromotionCode,
  type StripeSchedule,
  type StripeSession,
  type StripeSubscription,
} from './stripe-objects.ts'
import { enterPhase } from './stripe-schedules.ts'

const daySeconds = 86_400
const givenUpAfterSeconds = 14 * daySeconds
const seconds = { day: daySeconds, week: 7 * daySeconds, month: 30 * daySeconds, year: 365 * daySeconds }

/** What a session sells; Stripe keeps it as line items and subscription data. */
type Sold = {
  price: StripePrice
  quantity: number
  trialDays: number
  metadata: Record<string, string>
  hasTax: boolean
  promotionCode: string | null
}

export type StripeBooks = ReturnType<typeof createStripeBooks>

const amountOf = ({ items }: StripeSubscription): number =>
  (items.data[0]?.price.unit_amount ?? 0) * (items.data[0]?.quantity ?? 1)

/** Each discount after the other, never below zero. */
const reduced = ({ discounts }: StripeSubscription, price: number): number =>
  discounts.reduce((left, { source: { coupon } }) => {
    const off = coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100)
    return Math.max(0, left - off)
  }, price)

const dropUsed = (subscription: StripeSubscription) => {
  subscription.discounts = subscription.discounts.filter(({ source }) => source.coupon.duration !== 'once')
}

/** Stripe's state: sessions are paid, time passes, and every change creates events. `now` returns Unix seconds. */
export function createStripeBooks(now: () => number) {
  const prices = new Map<string, StripePrice>()
  const sessions = new Map<string, StripeSession>()
  const sold = new Map<string, Sold>()
  const subscriptions = new Map<string, StripeSubscription>()
  const schedules = new Map<string, StripeSchedule>()
  const customers = new Map<string, StripeCustomer>()
  const paymentMethods = new Map<string, StripePaymentMethod>()
  const coupons = new Map<string, StripeCoupon>()
  const promotionCodes = new Map<string, StripePromotionCode>()
  const badCards = new Set<string>()
  /** Amounts paid, by invoice; a trial's invoice has none. */
  const payments = new Map<string, { paymentIntent: string; amount: number; refunded: number }>()
  /** Newest last, without a trial's. */
  const invoices: StripeInvoice[] = []
  const refunds: { payment_intent: string | null; status: string; created: number }[] = []
  const disputes: StripeDispute[] = []
  const taxIds: { id: string; customer: string; type: string; value: string }[] = []
  const events: StripeEvent[] = []
  const tax = {
    status: 'active',
    defaults: { tax_behavior: null as string | null },
    registrations: [{ country: 'DE' }],
  }
  const webhooks: { url: string; status: 'enabled' | 'disabled'; enabled_events: string[] }[] = []

  const emit = (type: string, object: object) => {
    events.push({
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    })
  }

  const addSession = (session: Omit<StripeSession, 'id' | 'url'>, wanted: Sold, urlOf: (id: string) => string) => {
    const id = stripeId('cs_test')
    const made: StripeSession = { ...session, id, url: urlOf(id) }
    sessions.set(id, made)
    sold.set(id, wanted)
    return made
  }

  const expireSession = (session: StripeSession) => {
    session.status = 'expired'
    session.url = null
    emit('checkout.session.expired', session)
  }

  /** Pays on the hosted page, with a new card or with one used before. */
  const pay = (sessionId: string, fingerprint = stripeId('fp')): StripeSubscription => {
    const session = sessions.get(sessionId)
    const wanted = sold.get(sessionId)
    if (session?.status !== 'open' || !wanted) throw new Error('this session cannot be paid')
    const customer = session.customer ?? stripeId('cus')
    session.customer = customer
    if (!customers.has(customer)) customers.set(customer, makeCustomer(customer, session.customer_email))
    const subscription = beginSubscription(customer, wanted, now())
    subscription.default_payment_method = addCard(customer, '4242', fingerprint)
    redeem(subscription, wanted.promotionCode)
    subscriptions.set(subscription.id, subscription)
    const isFree = wanted.trialDays > 0 || reduced(subscription, amountOf(subscription)) === 0
    if (wanted.trialDays === 0) takePayment(subscription)
    // A trial's invoice of zero uses a coupon for one invoice up.
    dropUsed(subscription)
    session.subscription = subscription.id
    session.status = 'complete'
    session.payment_status = isFree ? 'no_payment_required' : 'paid'
    session.url = null
    emit('customer.subscription.created', subscription)
    emit('invoice.paid', makeInvoice(subscription, 'paid'))
    emit('checkout.session.completed', session)
    return subscription
  }

  const redeem = (subscription: StripeSubscription, codeId: string | null) => {
    const code = promotionCodes.get(codeId ?? '')
    const coupon = coupons.get(code?.coupon ?? '')
    if (!code || !coupon) return
    code.times_redeemed += 1
    const end = new Date(now() * 1000)
    if (coupon.duration_in_months !== null) end.setUTCMonth(end.getUTCMonth() + coupon.duration_in_months)
    const repeats = coupon.duration === 'repeating'
    const discount = { id: stripeId('di'), source: { type: 'coupon', coupon } } as const
    subscription.discounts.push({ ...discount, end: repeats ? end.getTime() / 1000 : null })
  }

  const takePayment = (subscription: StripeSubscription) => {
    const invoice = bill(subscription, 'paid')
    payments.set(invoice.id, { paymentIntent: stripeId('pi'), amount: invoice.amount_paid, refunded: 0 })
  }

  /** The payer's bank can't take what was refunded of the newest payment of a subscription. */
  const returnRefund = (subscriptionId: string): void => {
    const payment = payments.get(subscriptions.get(subscriptionId)?.latest_invoice ?? '')
    if (!payment) throw new Error('there is nothing refunded')
    payment.refunded = 0
    for (const made of refunds) if (made.payment_intent === payment.paymentIntent) made.status = 'failed'
    emit('refund.failed', {
      id: stripeId('re'),
      object: 'refund',
      status: 'failed',
      payment_intent: payment.paymentIntent,
    })
  }

  /** The payer's bank takes the newest payment of a subscription back. */
  const dispute = (subscriptionId: string): StripeDispute => {
    const payment = payments.get(subscriptions.get(subscriptionId)?.latest_invoice ?? '')
    if (!payment) throw new Error('there is nothing to dispute')
    const made: StripeDispute = {
      id: stripeId('dp'),
      object: 'dispute',
      payment_intent: payment.paymentIntent,
      amount: payment.amount,
      currency: 'usd',
      reason: 'fraudulent',
      status: 'needs_response',
      evidence_details: { due_by: now() + 7 * daySeconds },
      created: now(),
      livemode: false,
    }
    disputes.push(made)
    emit('charge.dispute.created', made)
    return made
  }

  const settleDispute = (made: StripeDispute, status: StripeDispute['status']) => {
    made.status = status
    emit(status === 'under_review' ? 'charge.dispute.updated' : 'charge.dispute.closed', made)
  }

  const bill = (
    subscription: StripeSubscription,
    status: StripeInvoice['status'],
    price = amountOf(subscription),
  ): StripeInvoice => {
    const { days_until_due: days } = subscription
    const amount = reduced(subscription, price)
    const invoice: StripeInvoice = {
      id: subscription.latest_invoice,
      object: 'invoice',
      subscription: subscription.id,
      customer: subscription.customer,
      number: `KITE-${invoices.length + 1}`,
      status,
      due_date: days === null ? null : now() + days * daySeconds,
      hosted_invoice_url: `https://invoice.stripe.example/${subscription.latest_invoice}`,
      total: amount,
      amount_due: amount,
      amount_paid: status === 'paid' ? amount : 0,
      attempt_count: days === null ? 1 : 0,
      currency: subscription.currency,
      created: now(),
      customer_address: { country: 'DE' },
      status_transitions: { paid_at: status === 'paid' ? now() : null },
      total_taxes: [{ amount: Math.round((amount * 19) / 119) }],
      total_discount_amounts: [{ amount: price - amount }],
      livemode: false,
    }
    invoices.push(invoice)
    return invoice
  }

  /** A contract whose invoices are sent. Its first invoice is a draft until it is sent. */
  const beginInvoiced = (customer: string, wanted: Sold, daysUntilDue: number): StripeSubscription => {
    const made = beginSubscription(customer, wanted, now())
    made.collection_method = 'send_invoice'
    made.days_until_due = daysUntilDue
    subscriptions.set(made.id, made)
    bill(made, 'draft')
    emit('customer.subscription.created', made)
    return made
  }

  const sendInvoice = (id: string): StripeInvoice | null => {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) return null
    if (invoice.status === 'draft') invoice.status = 'open'
    return invoice
  }

  /** A bank transfer for the oldest open invoice has arrived. */
  const payInvoice = (subscriptionId: string): void => {
    const subscription = subscriptions.get(subscriptionId)
    const invoice = invoices.find((one) => one.subscription === subscriptionId && one.status === 'open')
    if (!invoice || !subscription) throw new Error('there is no open invoice')
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.status_transitions.paid_at = now()
    payments.set(invoice.id, { paymentIntent: stripeId('pi'), amount: invoice.amount_paid, refunded: 0 })
    if (subscription.status === 'past_due') subscription.status = 'active'
    emit('invoice.paid', makeInvoice(subscription, 'paid'))
  }

  /** Charges what more seats cost for the rest of the period; false if the card is declined. */
  const changeQuantity = (subscription: StripeSubscription, quantity: number, isBilled: boolean): boolean => {
    const [item] = subscription.items.data
    if (!item) return false
    const isInvoiced = subscription.collection_method === 'send_invoice'
    if (isBilled && !isInvoiced && badCards.has(subscription.id)) return false
    const left = (item.current_period_end - now()) / seconds[item.price.recurring.interval]
    const added = quantity - item.quantity
    item.quantity = quantity
    if (isBilled) {
      subscription.latest_invoice = stripeId('in')
      bill(subscription, isInvoiced ? 'open' : 'paid', Math.round(added * item.price.unit_amount * left))
    }
    emit('customer.subscription.updated', subscription)
    return true
  }

  const addCard = (customer: string, last4: string, fingerprint = stripeId('fp')): string => {
    const method = { ...makeCard(customer, last4, fingerprint), created: now() }
    paymentMethods.set(method.id, method)
    return method.id
  }

  /** Adds a card in the portal, which becomes the customer's default and no subscription's. */
  const changeCard = (customerId: string, last4: string) => {
    const customer = customers.get(customerId)
    if (!customer) throw new Error('there is no such customer')
    customer.invoice_settings.default_payment_method = addCard(customerId, last4)
    emit('customer.updated', customer)
  }

  const end = (subscription: StripeSubscription) => {
    const schedule = schedules.get(subscription.schedule ?? '')
    if (schedule) schedule.status = 'canceled'
    subscription.schedule = null
    subscription.status = 'canceled'
    subscription.canceled_at ??= now()
    subscription.ended_at = now()
    emit('customer.subscription.deleted', subscription)
  }

  const renew = (subscription: StripeSubscription) => {
    const [item] = subscription.items.data
    if (!item) return
    enterPhase({ prices, schedules, now }, subscription)
    const { interval, interval_count: count } = item.price.recurring
    item.current_period_start = item.current_period_end
    item.current_period_end += count * seconds[interval]
    subscription.discounts = subscription.discounts.filter(
      ({ end }) => end === undefined || end === null || item.current_period_start < end,
    )
    subscription.latest_invoice = stripeId('in')
    if (subscription.collection_method === 'send_invoice') {
      bill(subscription, 'open')
      emit('customer.subscription.updated', subscription)
      return
    }
    const isPaid = !badCards.has(subscription.id)
    subscription.status = isPaid ? 'active' : 'past_due'
    if (isPaid) takePayment(subscription)
    else bill(subscription, 'open')
    dropUsed(subscription)
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', makeInvoice(subscription, isPaid ? 'paid' : 'open'))
    emit('customer.subscription.updated', subscription)
  }

  const isDue = ({ status, items }: StripeSubscription) =>
    (status === 'active' || status === 'trialing') && now() >= (items.data[0]?.current_period_end ?? Infinity)

  const isGivenUp = ({ status, items, collection_method: method }: StripeSubscription) =>
    method === 'charge_automatically' &&
    status === 'past_due' &&
    now() >= (items.data[0]?.current_period_start ?? Infinity) + givenUpAfterSeconds

  /** Processes everything that is due. */
  const advance = () => {
    for (const subscription of subscriptions.values()) {
      while (isDue(subscription)) {
        if (subscription.cancel_at_period_end) end(subscription)
        else renew(subscription)
      }
      if (isGivenUp(subscription)) end(subscription)
      const isLate = invoices.some(
        (one) => one.subscription === subscription.id && one.status === 'open' && (one.due_date ?? Infinity) <= now(),
      )
      if (isLate && subscription.status === 'active') {
        subscription.status = 'past_due'
        emit('customer.subscription.updated', subscription)
      }
    }
    for (const open of disputes)
      if (open.status === 'needs_response' && now() >= (open.evidence_details.due_by ?? Infinity))
        settleDispute(open, 'lost')
  }

  const all = {
    prices,
    sessions,
    subscriptions,
    schedules,
    customers,
    paymentMethods,
    coupons,
    promotionCodes,
    badCards,
    payments,
    invoices,
    refunds,
    disputes,
    events,
    webhooks,
    tax,
  }
  return {
    ...all,
    now,
    emit,
    addSession,
    expireSession,
    pay,
    changeCard,
    returnRefund,
    dispute,
    settleDispute,
    end,
    advance,
    beginInvoiced,
    sendInvoice,
    payInvoice,
    changeQuantity,
    taxIds,
  }
}

const makeCustomer = (id: string, email: string | null): StripeCustomer => ({
  id,
  object: 'customer',
  email,
  invoice_settings: { default_payment_method: null },
  livemode: false,
})

const makeCard = (customer: string, last4: string, fingerprint: string): Omit<StripePaymentMethod, 'created'> => ({
  id: stripeId('pm'),
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand: 'visa', last4, exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US', fingerprint },
  livemode: false,
})

const beginSubscription = (
  customer: string,
  { price, quantity, trialDays, metadata, hasTax }: Sold,
  start: number,
): StripeSubscription => {
  const trialEnd = trialDays > 0 ? start + trialDays * daySeconds : null
  const { interval, interval_count: count } = price.recurring
  const id = stripeId('sub')
  return {
    id,
    object: 'subscription',
    status: trialEnd === null ? 'active' : 'trialing',
    customer,
    default_payment_method: null,
    latest_invoice: stripeId('in'),
    collection_method: 'charge_automatically',
    days_until_due: null,
    cancel_at_period_end: false,
    automatic_tax: { enabled: hasTax },
    schedule: null,
    canceled_at: null,
    ended_at: null,
    created: start,
    start_date: start,
    trial_start: trialEnd === null ? null : start,
    trial_end: trialEnd,
    currency: price.currency,
    metadata,
    discounts: [],
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: stripeId('si'),
          object: 'subscription_item',
          current_period_start: start,
          current_period_end: trialEnd ?? start + count * seconds[interval],
          quantity,
          price,
        },
      ],
    },
    livemode: false,
  }
}

import { parseForm, textAt, type Form } from './parse-form.ts'
import type { StripeBooks } from './stripe-books.ts'
import { stripeId, type StripeSchedule, type StripeSubscription } from './stripe-objects.ts'
import { type ApiAnswer, invalid, listOf, missing, ok, refuse } from './stripe-answers.ts'
import { answerCompany, updateCustomer } from './stripe-companies.ts'
import { answerCoupon, refuseCode } from './stripe-coupons.ts'
import { answerSchedule } from './stripe-schedules.ts'

/** `path` without its query, whose `expand` lists the ids to replace by objects. */
export type ApiCall = { method: string; path: string; body: string; expand: string[]; query: URLSearchParams }

/** The Stripe API endpoints that a subscription shop needs, backed by the books. `url` is the hosted pages' base. */
export function createStripeApi(books: StripeBooks, url: () => string) {
  return (call: ApiCall): ApiAnswer => {
    const [, , first = '', second = '', third = '', fourth = ''] = call.path.split('/')
    const form = parseForm(call.body)
    const route = `${call.method} ${first}`
    if (route === 'GET prices') return found('price', second, books.prices.get(second))
    if (first === 'checkout') return answerSession(books, url, call.method, { id: third, action: fourth, form })
    const coupon = { method: call.method, first, id: second, form, query: call.query }
    const other = [answerCompany(books, call, form), answerCoupon(books, coupon)].find((answer) => answer !== null)
    if (other) return other
    if (first === 'subscriptions') return answerSubscription(books, call, second, form)
    if (first === 'subscription_schedules')
      return presentSchedule(books, call.method, { id: second, action: third, form })
    const list = lists[route]
    if (list) return list(books, call)
    if (route === 'POST refunds') return refundPayment(books, form)
    if (route === 'DELETE customers') return deleteCustomer(books, second)
    if (route === 'POST customers') return updateCustomer(books, second, form)
    if (route === 'POST billing_portal') return createPortalSession(url, form)
    return invalid(`Unrecognized request URL (${call.method}: ${call.path}).`)
  }
}

const found = (what: string, id: string, object: object | undefined): ApiAnswer =>
  object ? ok(object) : missing(what, id)

type SessionCall = { id: string; action: string; form: Form }

const answerSession = (books: StripeBooks, url: () => string, method: string, { id, action, form }: SessionCall) => {
  if (method === 'POST' && id === '') return createSession(books, url, form)
  const session = books.sessions.get(id)
  if (!session) return missing('checkout.session', id)
  if (action !== 'expire') return ok(session)
  if (session.status !== 'open') return invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
  books.expireSession(session)
  return ok(session)
}

/** Tax needs the address, which a known customer may not have yet. */
const refuseTax = (form: Form, hasTax: boolean): ApiAnswer | null =>
  hasTax && textAt(form, 'customer') !== null && textAt(form, 'customer_update', 'address') !== 'auto'
    ? invalid('Automatic tax calculation in Checkout requires a valid address on the Customer.', 'automatic_tax')
    : null

const refuseCustomer = (books: StripeBooks, customer: string | null): ApiAnswer | null =>
  customer === null || books.customers.has(customer) ? null : missing('customer', customer)

const createSession = (books: StripeBooks, url: () => string, form: Form): ApiAnswer => {
  const priceId = textAt(form, 'line_items', '0', 'price')
  const price = books.prices.get(priceId ?? '')
  if (textAt(form, 'mode') !== 'subscription') return invalid('Missing required param: mode.', 'mode')
  if (!price) return missing('price', priceId ?? '')
  const successUrl = textAt(form, 'success_url')
  if (!successUrl) return invalid('Missing required param: success_url.', 'success_url')
  const customer = textAt(form, 'customer')
  const email = textAt(form, 'customer_email')
  if (customer && email) return invalid('You may only specify one of these parameters: customer, customer_email.')
  const hasTax = textAt(form, 'automatic_tax', 'enabled') === 'true'
  const promotionCode = textAt(form, 'discounts', '0', 'promotion_code')
  const refusal = refuseCustomer(books, customer) ?? refuseTax(form, hasTax) ?? refuseCode(books, promotionCode)
  if (refusal) return refusal
  const metadata = textAt(form, 'subscription_data', 'metadata', 'reference')
  const session = books.addSession(
    {
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: textAt(form, 'client_reference_id'),
      customer,
      customer_email: email,
      subscription: null,
      metadata: {},
      success_url: successUrl,
      cancel_url: textAt(form, 'cancel_url') ?? '',
      automatic_tax: { enabled: hasTax },
      billing_address_collection: textAt(form, 'billing_address_collection'),
      created: books.now(),
      expires_at: books.now() + 86_400,
      livemode: false,
    },
    {
      price,
      quantity: Number(textAt(form, 'line_items', '0', 'quantity') ?? 1),
      trialDays: Number(textAt(form, 'subscription_data', 'trial_period_days') ?? 0),
      metadata: metadata ? { reference: metadata } : {},
      hasTax,
      promotionCode,
    },
    (id) => `${url()}/c/pay/${id}`,
  )
  return ok(session)
}

const presentSchedule = (books: StripeBooks, method: string, call: SessionCall): ApiAnswer => {
  const answer = answerSchedule(books, method, call)
  if ('schedule' in answer) return ok(answer.schedule)
  return 'invalid' in answer ? invalid(answer.invalid) : missing('subscription_schedule', answer.missing)
}

/** A deleted customer's subscriptions end at once. */
const deleteCustomer = (books: StripeBooks, id: string): ApiAnswer => {
  if (!books.customers.delete(id)) return missing('customer', id)
  for (const subscription of books.subscriptions.values())
    if (subscription.customer === id && subscription.status !== 'canceled') books.end(subscription)
  return ok({ id, object: 'customer', deleted: true })
}

const refundPayment = (books: StripeBooks, form: Form): ApiAnswer => {
  const paymentIntent = textAt(form, 'payment_intent')
  const payment = [...books.payments.values()].find((one) => one.paymentIntent === paymentIntent)
  if (!payment) return missing('payment_intent', paymentIntent ?? '')
  const left = payment.amount - payment.refunded
  if (left === 0)
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Payment ${paymentIntent} has already been refunded.`,
    })
  if (books.disputes.some((one) => one.payment_intent === paymentIntent && one.status !== 'won'))
    return refuse(400, { type: 'invalid_request_error', code: 'charge_disputed', message: 'This charge is disputed.' })
  const amount = Number(textAt(form, 'amount') ?? left)
  if (amount > left) return invalid(`Refund amount is greater than unrefunded amount on charge.`, 'amount')
  payment.refunded += amount
  const reference = textAt(form, 'metadata', 'reference')
  const refund = {
    id: stripeId('re'),
    object: 'refund',
    status: 'succeeded',
    amount,
    payment_intent: paymentIntent,
    created: books.now(),
    metadata: reference === null ? {} : { reference },
  }
  books.refunds.push(refund)
  books.emit('charge.refunded', { id: stripeId('ch'), object: 'charge', payment_intent: paymentIntent })
  return ok(refund)
}

const paidParts = (books: StripeBooks, invoiceId: string): object => {
  const payment = books.payments.get(invoiceId)
  const data = payment
    ? [
        {
          id: stripeId('inpay'),
          object: 'invoice_payment',
          status: 'paid',
          amount_paid: payment.amount,
          payment: { type: 'payment_intent', payment_intent: payment.paymentIntent },
        },
      ]
    : []
  return { object: 'list', has_more: false, data }
}

const listRefunds = (books: StripeBooks, { query }: ApiCall): ApiAnswer =>
  listOf(
    books.refunds.filter((one) =>
      query.has('payment_intent')
        ? one.payment_intent === query.get('payment_intent')
        : one.created >= Number(query.get('created[gte]')),
    ),
  )

/** Newest first, in pages. */
const listDisputes = (books: StripeBooks, { query }: ApiCall): ApiAnswer => {
  const [paymentIntent, since, after] = ['payment_intent', 'created[gte]', 'starting_after'].map((key) =>
    query.get(key),
  )
  const all = books.disputes
    .filter((one) => (paymentIntent ? one.payment_intent === paymentIntent : one.created >= Number(since)))
    .toReversed()
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
  const end = from + Number(query.get('limit') ?? 10)
  return ok({ object: 'list', has_more: end < all.length, data: all.slice(from, end) })
}

const listInvoices = (books: StripeBooks, { query, expand }: ApiCall): ApiAnswer =>
  listOf(
    books.invoices
      .filter(({ subscription }) => subscription === query.get('subscription'))
      .filter(({ status }) => query.get('status') === null || status === query.get('status'))
      .toReversed()
      .map((invoice) => ({
        ...invoice,
        ...(expand.includes('data.payments') && { payments: paidParts(books, invoice.id) }),
      })),
  )

const listCharges = (books: StripeBooks, { query }: ApiCall): ApiAnswer =>
  listOf(
    books.invoices.flatMap(({ id, customer }) => {
      const payment = customer === query.get('customer') ? books.payments.get(id) : undefined
      return payment
        ? [{ object: 'charge', payment_intent: payment.paymentIntent, amount_refunded: payment.refunded }]
        : []
    }),
  )

const lists: Record<string, (books: StripeBooks, call: ApiCall) => ApiAnswer> = {
  'GET invoices': listInvoices,
  'GET charges': listCharges,
  'GET refunds': listRefunds,
  'GET disputes': listDisputes,
  'GET webhook_endpoints': (books) => listOf(books.webhooks),
  'GET tax': ({ tax: { registrations, ...settings } }, { path }) =>
    path.endsWith('/registrations') ? listOf(registrations) : ok({ object: 'tax.settings', ...settings }),
}

const createPortalSession = (url: () => string, form: Form): ApiAnswer => {
  const id = stripeId('bps')
  const customer = textAt(form, 'customer')
  if (!customer) return invalid('Missing required param: customer.', 'customer')
  const flow = {
    type: textAt(form, 'flow_data', 'type'),
    after_completion: {
      type: textAt(form, 'flow_data', 'after_completion', 'type'),
      redirect: { return_url: textAt(form, 'flow_data', 'after_completion', 'redirect', 'return_url') },
    },
  }
  const returnUrl = textAt(form, 'return_url')
  const session = { id, object: 'billing_portal.session', customer, flow, return_url: returnUrl, livemode: false }
  return ok({ ...session, url: `${url()}/p/session/${id}` })
}

const answerSubscription = (books: StripeBooks, { method, expand }: ApiCall, id: string, form: Form): ApiAnswer => {
  const subscription = books.subscriptions.get(id)
  if (!subscription) return missing('subscription', id)
  if (method === 'GET') return ok(expandSubscription(books, subscription, expand))
  if (method === 'DELETE') {
    if (subscription.status === 'canceled') return missing('subscription', id)
    books.end(subscription)
    return ok(subscription)
  }
  if (subscription.status === 'canceled')
    return invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const quantity = textAt(form, 'items', '0', 'quantity')
  const isBilled = textAt(form, 'proration_behavior') === 'always_invoice'
  if (quantity !== null && !books.changeQuantity(subscription, Number(quantity), isBilled))
    return refuse(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
  const endsWithPeriod = textAt(form, 'cancel_at_period_end')
  const paymentMethod = textAt(form, 'default_payment_method')
  if (endsWithPeriod !== null && subscription.schedule !== null)
    return invalid('The subscription is managed by a subscription schedule. Update the schedule instead.')
  if (endsWithPeriod !== null) subscription.cancel_at_period_end = endsWithPeriod === 'true'
  if (paymentMethod !== null) subscription.default_payment_method = paymentMethod
  books.emit('customer.subscription.updated', subscription)
  return ok(subscription)
}

/** Replaces ids with their objects, as requested. */
const expandSubscription = (books: StripeBooks, subscription: StripeSubscription, expand: string[]): object => {
  const wholeMethod = (id: string | null) => books.paymentMethods.get(id ?? '') ?? id
  const customer = books.customers.get(subscription.customer)
  const wantsCustomer = expand.some((path) => path.startsWith('customer.'))
  const schedule = books.schedules.get(subscription.schedule ?? '')
  return {
    ...subscription,
    ...(schedule &&
      expand.some((path) => path.startsWith('schedule')) && {
        schedule: expand.includes('schedule')
          ? schedule
          : { ...schedule, phases: schedule.phases.map((phase) => ({ ...phase, items: withPrices(books, phase) })) },
      }),
    ...(expand.includes('default_payment_method') && {
      default_payment_method: wholeMethod(subscription.default_payment_method),
    }),
    ...(expand.includes('latest_invoice.payments') && { latest_invoice: invoiceWithPayments(books, subscription) }),
    ...(wantsCustomer &&
      customer && {
        customer: {
          ...customer,
          invoice_settings: {
            default_payment_method: wholeMethod(customer.invoice_settings.default_payment_method),
          },
        },
      }),
  }
}

const withPrices = (books: StripeBooks, { items }: StripeSchedule['phases'][number]): object[] =>
  items.map((item) => ({ ...item, price: books.prices.get(item.price) ?? item.price }))

const invoiceWithPayments = (books: StripeBooks, { latest_invoice: id }: StripeSubscription): object => ({
  id,
  object: 'invoice',
  payments: paidParts(books, id),
})

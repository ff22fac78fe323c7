import { randomBytes } from 'node:crypto'

/**
 * Stripe's objects with the fields that integrations read, as in its published API (2026-10-28). Times are Unix
 * seconds.
 */
export type StripePrice = {
  id: string
  object: 'price'
  active: boolean
  currency: string
  unit_amount: number
  tax_behavior: 'inclusive' | 'exclusive' | 'unspecified'
  type: 'recurring'
  recurring: {
    interval: 'day' | 'week' | 'month' | 'year'
    interval_count: number
    usage_type: 'licensed'
    meter: null
  }
  livemode: boolean
}

export type StripeCoupon = {
  id: string
  object: 'coupon'
  name: string | null
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  duration: 'once' | 'repeating' | 'forever'
  duration_in_months: number | null
}

/** `coupon`: its ID; the API shows it in `promotion`. */
export type StripePromotionCode = {
  id: string
  object: 'promotion_code'
  code: string
  coupon: string
  active: boolean
  expires_at: number | null
  max_redemptions: number | null
  times_redeemed: number
  metadata: object
}

export type StripeSession = {
  id: string
  object: 'checkout.session'
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  client_reference_id: string | null
  customer: string | null
  customer_email: string | null
  subscription: string | null
  metadata: Record<string, string>
  success_url: string
  cancel_url: string
  automatic_tax: { enabled: boolean }
  billing_address_collection: string | null
  url: string | null
  created: number
  expires_at: number
  livemode: boolean
}

export type StripeSubscription = {
  id: string
  object: 'subscription'
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired'
  customer: string
  default_payment_method: string | null
  latest_invoice: string
  collection_method: 'charge_automatically' | 'send_invoice'
  days_until_due: number | null
  cancel_at_period_end: boolean
  automatic_tax: { enabled: boolean }
  schedule: string | null
  canceled_at: number | null
  ended_at: number | null
  created: number
  start_date: number
  trial_start: number | null
  trial_end: number | null
  currency: string
  metadata: Record<string, string>
  /** `end`: of a coupon that repeats. */
  discounts: { id: string; source: { type: 'coupon'; coupon: Partial<StripeCoupon> }; end?: number | null }[]
  items: {
    object: 'list'
    has_more: false
    url: string
    data: {
      id: string
      object: 'subscription_item'
      current_period_start: number
      current_period_end: number
      quantity: number
      price: StripePrice
    }[]
  }
  livemode: boolean
}

type StripePhase = {
  start_date: number
  end_date: number
  items: { price: string; quantity: number }[]
  discounts: { discount: string }[]
  automatic_tax: { enabled: boolean }
}

export type StripeSchedule = {
  id: string
  object: 'subscription_schedule'
  status: 'active' | 'released' | 'canceled'
  subscription: string | null
  current_phase: { start_date: number; end_date: number } | null
  phases: StripePhase[]
  end_behavior: string
  default_settings: { default_payment_method: string | null }
  released_at: number | null
  livemode: boolean
}

export type StripePaymentMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string
  card: {
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    funding: 'credit'
    country: 'US'
    fingerprint: string
  }
  created: number
  livemode: boolean
}

export type StripeCustomer = {
  id: string
  object: 'customer'
  email: string | null
  name?: string | null
  address?: Record<string, string | null>
  invoice_settings: {
    default_payment_method: string | null
    custom_fields?: { name: string; value: string }[] | null
  }
  livemode: boolean
}

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: boolean
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
  data: { object: object }
}

export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function makePrice(
  id: string,
  amount: number,
  interval: StripePrice['recurring']['interval'],
  count: number,
): StripePrice {
  return {
    id,
    object: 'price',
    active: true,
    currency: 'usd',
    unit_amount: amount,
    tax_behavior: 'inclusive',
    type: 'recurring',
    recurring: { interval, interval_count: count, usage_type: 'licensed', meter: null },
    livemode: false,
  }
}

export type StripeDispute = {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  evidence_details: { due_by: number | null }
  created: number
  livemode: boolean
}

/** An invoice as its list shows it. */
export type StripeInvoice = {
  id: string
  object: 'invoice'
  subscription: string
  customer: string
  number: string
  status: 'draft' | 'paid' | 'open'
  due_date: number | null
  hosted_invoice_url: string | null
  total: number
  amount_due: number
  amount_paid: number
  attempt_count: number
  currency: string
  created: number
  customer_address: { country: string } | null
  status_transitions: { paid_at: number | null }
  total_taxes: { amount: number }[]
  total_discount_amounts: { amount: number }[]
  livemode: boolean
}

/** An invoice as in events, with the field for the subscription since 2025. */
export function makeInvoice(subscription: StripeSubscription, status: 'paid' | 'open') {
  return {
    id: subscription.latest_invoice,
    object: 'invoice',
    status,
    customer: subscription.customer,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    livemode: false,
  }
}

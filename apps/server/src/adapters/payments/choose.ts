import type { PaymentsConfig } from '../../payment-settings.ts'
import { createEmbeddedPayments, type EmbeddedPaymentsParts } from './embedded-payments.ts'
import type { Payments } from './port.ts'
import { createStripePayments } from './stripe-payments.ts'

/** With two repetitions and the pauses between them a person waits 17 seconds at most. */
const timeoutMs = 5_000

/** The payment provider that the configuration names. */
export function choosePayments(config: PaymentsConfig, parts: Omit<EmbeddedPaymentsParts, 'webhookSecret'>): Payments {
  switch (config.provider) {
    case 'embedded':
      return createEmbeddedPayments({ ...parts, webhookSecret: config.webhookSecret })
    case 'stripe':
      return createStripePayments({ ...config, timeoutMs, clock: parts.clock })
    default:
      return config satisfies never
  }
}

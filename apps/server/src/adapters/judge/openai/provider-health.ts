import type { JudgeLog } from '../port.ts'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import type { ModelSettings } from './model.ts'
import { BudgetSpentError, isPermanent, providerMessage } from './provider-error.ts'

/** Whether the provider may be called, based on its last calls. Verdicts and answers share it. */
export type ProviderHealth = Pick<CircuitBreaker, 'mayCall' | 'succeed' | 'cancel' | 'isBroken'> & {
  /** Records and logs a failed call. @param fields for the log @param secrets texts that must not be logged */
  fail: (error: unknown, call: { fields: object; secrets: readonly string[]; message: string }) => void
}

export function createProviderHealth(
  { model, apiKey }: ModelSettings,
  now: () => number,
  log: JudgeLog,
): ProviderHealth {
  const breaker = createCircuitBreaker(now)
  return {
    ...breaker,
    fail: (error, { fields, secrets, message }) => {
      if (error instanceof BudgetSpentError) return breaker.cancel()
      const provider = providerMessage(error, { apiKey, texts: secrets })
      const kind = error instanceof Error ? error.name : typeof error
      const status = (error as { status?: number }).status
      if (isPermanent(error)) {
        breaker.breakForGood()
        log.error(
          { kind, status, model, provider },
          'the AI provider rejects all requests: check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, then restart. The checklist evaluates prompts.',
        )
      } else {
        breaker.fail()
        log.warn({ kind, status, ...fields, provider }, message)
      }
    },
  }
}

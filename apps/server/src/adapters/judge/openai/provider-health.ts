import { APIError } from 'openai'
import type { JudgeLog } from '../port.ts'
import type { NoteOutcome } from './daily-calls.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { connectProvider, type ModelSettings } from './model.ts'
import { BudgetSpentError, isPermanent, providerMessage } from './provider-error.ts'

/** Whether the provider may be called, based on its last calls. Verdicts and answers share it. */
export type ProviderHealth = Pick<CircuitBreaker, 'mayCall' | 'succeed' | 'cancel' | 'isBroken'> & {
  /** Records and logs a failed call. @param fields for the log @param secrets texts that must not be logged */
  fail: (error: unknown, call: { fields: object; secrets: readonly string[]; message: string }) => void
}

export function createProviderHealth(
  { model, apiKey }: ModelSettings,
  { now, log, note }: { now: () => number; log: JudgeLog; note: NoteOutcome },
): ProviderHealth {
  const breaker = createCircuitBreaker(now)
  return {
    ...breaker,
    fail: (error, { fields, secrets, message }) => {
      if (error instanceof BudgetSpentError) {
        void note('capped')
        return breaker.cancel()
      }
      void note('failed')
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

/** Checks once, free of charge, whether the provider accepts the key and has the model. Never rejects. */
export async function checkProvider(settings: ModelSettings, log: JudgeLog): Promise<void> {
  const { model, apiKey } = settings
  try {
    await connectProvider(settings, settings.timeoutMs).models.retrieve(model)
    log.info({ model }, 'the AI judge is ready: the provider accepts the key and has the model')
  } catch (error) {
    const status = error instanceof APIError ? error.status : undefined
    const provider = providerMessage(error, { apiKey, texts: [] })
    const fields = { model, status, provider }
    // Not every server can be asked about a model: without the code, a 404 may mean a wrong URL.
    const hasNoModel = error instanceof APIError && error.code === 'model_not_found'
    if (status === 404 && !hasNoModel) log.warn(fields, 'could not check the AI judge: the provider has no model list')
    else if (hasNoModel)
      log.error(fields, 'the AI provider has no such model: set OPENAI_MODEL. The checklist evaluates prompts.')
    else if (isPermanent(error))
      log.error(fields, 'the AI provider rejects the key: set OPENAI_API_KEY. The checklist evaluates prompts.')
    else log.warn(fields, 'could not check the AI judge: the provider did not answer')
  }
}

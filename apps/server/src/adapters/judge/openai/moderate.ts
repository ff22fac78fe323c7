import type { Gate } from '@kitewise/contract/entities'
import { APIError } from 'openai'
import type { JudgeLog } from '../port.ts'
import { during } from '../../../telemetry/signals.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createExpiringCache, hashKey } from './expiring-cache.ts'
import { connectProvider, type ModelSettings } from './model.ts'
import { providerMessage } from './provider-error.ts'

const longestMs = 3_000
const keptMs = 24 * 3_600_000
const mostEntries = 5_000

/** Returns the gate set by the provider's moderation; null when the text passes or cannot be checked. Never rejects. */
export type Moderate = (text: string, signal: AbortSignal) => Promise<Gate | null>

/** Self-hosted servers have none: the first refusal disables it until a restart. A failing provider costs at most 3 seconds. */
export function createModerate(settings: ModelSettings, parts: { now: () => number; log: JudgeLog }): Moderate {
  const { now, log } = parts
  const timeoutMs = Math.min(longestMs, settings.timeoutMs)
  const client = connectProvider(settings, timeoutMs)
  const breaker = createCircuitBreaker(now)
  const cache = createExpiringCache<Gate | null>(now, { keptMs, mostEntries })

  function switchOff(fields: object) {
    if (!breaker.isBroken()) log.info(fields, 'the provider has no moderation; only the checklist detects harm')
    breaker.breakForGood()
  }

  async function ask(text: string, signal: AbortSignal): Promise<Gate | null> {
    // Without a model, the provider uses its default; other providers' answers have no `flagged`.
    const answer = await during('call', 'model moderation', () =>
      client.moderations.create({ input: text }, { signal }),
    )
    const [result] = answer.results ?? []
    if (typeof result?.flagged !== 'boolean') {
      switchOff({})
      return null
    }
    breaker.succeed()
    return result.flagged ? gateOf(Object(result.categories)) : null
  }

  return async (text, signal) => {
    const key = hashKey(text)
    const known = cache.find(key)
    if (known !== undefined) return known
    if (!breaker.mayCall()) return null
    try {
      const gate = await ask(text, signal)
      cache.keep(key, gate)
      return gate
    } catch (error) {
      const status = error instanceof APIError ? error.status : undefined
      const provider = providerMessage(error, { apiKey: settings.apiKey, texts: [text] })
      if (signal.aborted) breaker.cancel()
      else if (isUnknownThere(status)) switchOff({ status, provider })
      else {
        breaker.fail()
        log.warn({ status, provider }, 'the moderation request failed')
      }
      return null
    }
  }
}

const isUnknownThere = (status: number | undefined): boolean =>
  status === 501 || (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)

function gateOf(categories: Record<string, unknown>): Gate {
  const isSelfHarm = Object.entries(categories).some(([name, is]) => is === true && name.startsWith('self-harm'))
  return isSelfHarm ? 'self_harm' : 'harm'
}

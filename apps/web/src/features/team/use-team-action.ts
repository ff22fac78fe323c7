import type { ErrorCode } from '@kitewise/contract/errors'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText, useTooManyText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { useRefresh } from './api.ts'
import { useTeamStepUp } from './step-up.tsx'

/** Refusals with a sentence of their own in `team.refused`. */
const explained = [
  'forbidden',
  'not_found',
  'last_owner',
  'no_free_seat',
  'group_exists',
  'course_not_found',
  'due_date_past',
  'contract_running',
  'seats_not_for_sale',
  'seats_taken',
  'no_contract',
  'payment_declined',
  'too_many_organizations',
  'organization_name_invalid',
  'too_many_invitations',
  'invalid_email',
  'domain_invalid',
  'domain_taken',
  'domain_missing',
  'provider_invalid',
  'provider_secret_missing',
  'provider_missing',
  'address_not_public',
  'too_many_event_endpoints',
  'too_many_api_keys',
] as const satisfies readonly ErrorCode[]

const isExplained = (code: string): code is (typeof explained)[number] =>
  (explained as readonly string[]).includes(code)

/** The sentence for a failed call about a team. */
export function useTeamError(): (error: unknown) => string {
  const t = useTranslations('team.refused')
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.status === 429) return tooManyText(error.retryAfterSeconds)
    return isExplained(error.code) ? t(error.code) : errorText(error)
  }
}

/** Runs a write about an organization once, asks for the PIN if the server does, says in a toast why it failed, and reads everything again. */
export function useTeamAction<Input extends readonly unknown[]>(
  organizationId: string,
  write: (...input: Input) => Promise<unknown>,
): { run: (...input: Input) => void; isBusy: boolean } {
  const refresh = useRefresh(organizationId)
  const errorText = useTeamError()
  const stepUp = useTeamStepUp()
  return useAction(async (...input: Input) => {
    try {
      await stepUp(() => write(...input))
    } catch (error) {
      toast.error(errorText(error))
    }
    await refresh()
  })
}

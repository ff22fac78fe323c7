import type { ErrorCode } from '@kitewise/contract/errors'
import { useTranslations } from 'use-intl'
import { Field } from '../../components/field.tsx'

/** The texts of the server's refusals of a gift code. */
export const giftSentence = {
  gift_code_unknown: 'unknown',
  gift_code_used: 'used',
  gift_code_expired: 'expired',
  gift_code_void: 'voided',
  gift_plan_running: 'planRunning',
} as const satisfies Partial<Record<ErrorCode, string>>

export function isGiftRefusal(code: string): code is keyof typeof giftSentence {
  return Object.hasOwn(giftSentence, code)
}

type GiftCodeProps = { value: string; error: string | null; onChange: (code: string) => void }

export function GiftCodeField({ value, error, onChange }: GiftCodeProps) {
  const t = useTranslations('gift')
  return (
    <Field
      label={t('code')}
      hint={t('hint')}
      error={error}
      value={value}
      limit={60}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import type { PinWeakness } from '@kitewise/rules/pin-strength'
import { useTranslations } from 'use-intl'

/** Why a PIN is too easy, in words. */
export const useWeaknessText = (): ((weakness: PinWeakness) => string) => {
  const t = useTranslations('setPin')
  return (weakness) => t('tooEasy', { weakness })
}

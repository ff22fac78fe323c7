import { useTranslations } from 'use-intl'
import { asHours } from './minutes-left.ts'

/** Says how much of a course is left, from minutes. */
export const useTimeLeft = (): ((minutes: number) => string) => {
  const t = useTranslations('courses')
  return (total) => {
    const { hours, minutes } = asHours(total)
    return hours === 0 ? t('minutesLeft', { count: minutes }) : t('hoursLeft', { hours, minutes })
  }
}

import { planName } from '@kitewise/rules/billing-text'
import { dateInSentence } from '@kitewise/rules/calendar-day'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import type { Config } from '../../config.ts'
import { mailTexts } from './mail-template.ts'

/** Values of a mail as its reader says them, in the language that the mail will really be written in. */
export const mailWords = ({ brand, plans }: Pick<Config, 'brand' | 'plans'>, language: string) => {
  const locale = languageDetails[textLanguageOf(mailTexts(language).language)].bcp47
  return {
    /** @param unixSeconds the day is the one in UTC */
    date: (unixSeconds: number): string => dateInSentence(unixSeconds, locale),
    /** What a product is called; one that is not for sale any more has the name of the product itself. */
    plan: (productId: string | null): string => {
      const plan = plans.find((one) => one.productId === productId)
      if (!plan) return brand.name
      const { name, interval, intervalCount } = plan
      return planName({ name, billing: { interval, interval_count: intervalCount } }, locale)
    },
  }
}

import { describe, expect, it } from 'vitest'
import { mailWords } from './mail-texts.ts'

const config = {
  brand: {
    name: 'Kitewise',
    company: 'Kitewise Ltd',
    postalAddress: '1 Example Street',
    supportEmail: 'help@kitewise.example',
    claimAheadPercent: null,
  },
  plans: [
    {
      productId: 'month',
      name: 'Monthly',
      amount: 2999,
      currency: 'usd',
      interval: 'month' as const,
      intervalCount: 1,
      trialDays: 7,
      isMostPopular: true,
    },
  ],
}
const may12 = Date.UTC(2026, 4, 12, 23) / 1000

describe('mail values', () => {
  it.each([
    ['en', 'Monthly', '05/12/2026'],
    ['ja', '1か月', '2026年5月12日'],
    ['ua', '1 місяць', '12 травня 2026 року'],
  ])("are in the mail's language: %s", (language, plan, date) => {
    const words = mailWords(config, language)
    expect([words.plan('month'), words.date(may12)]).toEqual([plan, date])
  })

  it('are in English in an English mail', () => {
    expect(mailWords(config, 'xx').plan('month')).toBe('Monthly')
  })

  it('fall back to the brand when the plan is no longer for sale', () => {
    expect(mailWords(config, 'fr').plan('gone')).toBe('Kitewise')
    expect(mailWords(config, 'fr').plan(null)).toBe('Kitewise')
  })
})

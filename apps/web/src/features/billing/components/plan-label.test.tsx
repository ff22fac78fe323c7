import { render } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { messages } from '../../../test-support/english.ts'
import { makePlan } from '../../../test-support/make-plan.ts'
import { PlanLabel, PlanTerms } from './plan-label.tsx'

const shownIn = (locale: string): string => {
  const { container } = render(
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      <PlanLabel plan={makePlan()} />
      <PlanTerms plan={makePlan()} />
    </IntlProvider>,
  )
  return container.textContent
}

it('names a plan and its period as configured in English, and by its length in other languages', () => {
  expect(shownIn('en')).toMatch(/^Monthly.*\/ 1 month/)
  expect(shownIn('ja')).toMatch(/^1か月.*\/ 1か月/)
})

it('shows the dates of a trial in digits in English, and with month names in other languages', () => {
  expect(shownIn('en')).toMatch(/Free until \d\d\/\d\d\/\d{4},/)
  expect(shownIn('es')).toMatch(/Free until \d+ de \p{L}+ de \d{4},/u)
})

import { expect, it } from 'vitest'
import { formatFunnel } from './funnel.ts'

it('shows people with their share of all and of the previous row', () => {
  const rows = [
    { name: 'quiz begun', people: 200 },
    { name: 'step 1 (experience)', people: 200 },
    { name: 'plan made', people: 50 },
    { name: 'e-mail given', people: 0 },
    { name: 'paid or on trial', people: 0 },
  ]
  expect(formatFunnel({ quiz: 'f1-v1', rows })).toBe(
    [
      'Quiz f1-v1           people  of all  of the row above',
      'quiz begun              200   100 %',
      'step 1 (experience)     200   100 %             100 %',
      'plan made                50    25 %              25 %',
      'e-mail given              0     0 %               0 %',
      'paid or on trial          0     0 %                 -',
    ].join('\n'),
  )
})

import { expect, it } from 'vitest'
import { actAsBuyer, goodCard } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startTestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

it('is included by country in the prices of the test provider, and shown in Money', async () => {
  const payments = { provider: 'embedded' as const, webhookSecret: 'secret', taxRates: { DE: 19, FR: 5.5 } }
  const server = await startTestServer({ catalog: onboardingCatalog(), config: { payments } })
  const buy = async (country?: string) => {
    const { sessionId } = await (await actAsBuyer(server)).begin('week')
    const { taxRates } = (await server.call('getEmbeddedCheckout', { params: { sessionId } })).body.data
    await server.call('payEmbeddedCheckout', { params: { sessionId }, body: { ...goodCard, country } })
    return taxRates
  }
  const rates = [
    { country: 'DE', percent: 19 },
    { country: 'FR', percent: 5.5 },
  ]
  for (const country of ['DE', 'FR', 'SE', undefined]) expect(await buy(country)).toEqual(rates)
  const finance = await actAsStaff(server, 'finance')
  const { rows } = (await finance.call('moneyTaxes')).body.data
  const taxes = Object.fromEntries(rows.map(({ country, payments: count, tax }) => [country, [count, tax]]))
  expect(taxes).toEqual({ DE: [1, 160], FR: [1, 52], '': [2, 0] })
  await server.close()
})

it('is neither asked nor taken without rates', async () => {
  const server = await startTestServer({ catalog: onboardingCatalog() })
  const { sessionId } = await (await actAsBuyer(server)).begin('week')
  const { data } = (await server.call('getEmbeddedCheckout', { params: { sessionId } })).body
  expect(data).not.toHaveProperty('taxRates')
  await server.close()
})

import { screenAddresses } from '../support/screen-addresses.ts'
import { expect, signIn, test } from './test.ts'
import type { EnginePage } from './engine-page.ts'

/** Runs in the page: whether it shows a screen, and neither what stands in for one nor a failure. */
const showsScreen = (): boolean => {
  const isLoading = document.title === '' || document.title.startsWith('Loading')
  const heading = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility())
  const isAdopted = document.querySelector('#load-slow, #load-failure') === null
  return !isLoading && heading !== undefined && isAdopted
}

const seeScreen = async (page: EnginePage, address: string): Promise<void> => {
  await page.until(`${address} shows its screen`, showsScreen)
  expect(await page.has({ text: /Unexpected Application Error|Loading chunk/ }), address).toBe(false)
}

/** Tests of a quarter each, so that several workers can share them. */
const quarters = [0, 1, 2, 3].map((quarter) => screenAddresses.filter((_, index) => index % 4 === quarter))

for (const [index, addresses] of quarters.entries())
  for (const reader of ['visitor', 'learner'] as const)
    test(`every screen opens on the first and on the second visit of a ${reader} (${index + 1} of 4)`, async ({
      visit,
      world,
    }) => {
      test.setTimeout(240_000)
      const learner = await world.makeLearner({ finishedLessons: 3 })
      for (const address of addresses)
        await test.step(address, async () => {
          const page = await visit()
          if (reader === 'learner') await signIn(page, world, learner)
          await page.open(address)
          await seeScreen(page, address)
          await page.reload()
          await seeScreen(page, address)
        })
    })

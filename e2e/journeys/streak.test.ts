import { expectStreak, expectStreakCards, learnFragment, makeFlights, moveTo } from '../support/days.ts'
import { expect, test } from '../support/test.ts'

/** Days pass and time zones change, so the test sets the world's clock, and the browser's follows. */
test.use({ clock: 'set' })
// Many days with one lesson each.
test.describe.configure({ timeout: 120_000 })

test('three days of learning show a streak of three in the header, on the strip and on the profile @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await moveTo(page, world, '2027-01-12T10:00:00Z')
  await signIn(await world.makeLearner())
  await expectStreak(page, 0, ['before you started', 'before you started', 'before you started', 'today, not done yet'])
  await learnFragment(page)
  await expectStreak(page, 1, ['before you started', 'before you started', 'before you started', 'learned'])
  await expect(page.getByText('Done for today. See you tomorrow.')).toBeVisible()

  await moveTo(page, world, '2027-01-13T18:00:00Z')
  await learnFragment(page)
  await learnFragment(page)
  await expectStreakCards(page, '2 days', '2 days')

  await moveTo(page, world, '2027-01-14T07:00:00Z')
  await expectStreak(page, 2, ['before you started', 'learned', 'learned', 'today, not done yet'])
  await expect(page.getByText('Five minutes today keeps it going.')).toBeVisible()
  await learnFragment(page)
  await expectStreak(page, 3, ['before you started', 'learned', 'learned', 'learned'])
  await expect(page.getByText('4 more days of learning and you’ll earn a streak freeze')).toBeVisible()
  await expectStreakCards(page, '3 days', '3 days')
})

test("a streak survives flights, and late evenings and early mornings count in the learner's time zone", async ({
  page,
  world,
  signIn,
}) => {
  await moveTo(page, world, '2027-01-12T20:30:00Z')
  const flyTo = await makeFlights(page)
  await flyTo('Europe/Kyiv')
  await signIn(await world.makeLearner())
  await learnFragment(page)

  await test.step('it is still the same day in Los Angeles', async () => {
    await moveTo(page, world, '2027-01-13T06:00:00Z')
    await flyTo('America/Los_Angeles')
    await expectStreak(page, 1, ['before you started', 'before you started', 'before you started', 'learned'])
  })
  await test.step('ten to midnight counts for today, twenty past for tomorrow', async () => {
    await moveTo(page, world, '2027-01-14T07:50:00Z')
    await learnFragment(page)
    await expectStreakCards(page, '2 days', '2 days')
    await moveTo(page, world, '2027-01-14T08:20:00Z')
    await learnFragment(page)
    await expectStreakCards(page, '3 days', '3 days')
  })
  await test.step('it is late the next day in Tokyo', async () => {
    await moveTo(page, world, '2027-01-15T14:30:00Z')
    await flyTo('Asia/Tokyo')
    await expectStreak(page, 3, ['learned', 'learned', 'learned', 'today, not done yet'])
    await learnFragment(page)
    await expectStreak(page, 4, ['learned', 'learned', 'learned', 'learned'])
  })
})

test('a freeze covers one missed day and adds nothing; two missed days restart the streak and keep the longest', async ({
  page,
  world,
  signIn,
}) => {
  await moveTo(page, world, '2027-02-01T12:00:00Z')
  await signIn(await world.makeLearner())
  await learnFragment(page)
  for (const day of ['02', '03', '04', '05', '06', '07']) {
    await moveTo(page, world, `2027-02-${day}T12:00:00Z`)
    await learnFragment(page)
  }
  await expectStreak(page, 7, ['learned', 'learned', 'learned', 'learned'])
  await expect(page.getByText('1 streak freeze. It covers a missed day automatically.')).toBeVisible()

  await moveTo(page, world, '2027-02-09T12:00:00Z')
  await expectStreak(page, 7, ['learned', 'learned', 'covered by a freeze', 'today, not done yet'])
  await expect(page.getByText('7 more days of learning and you’ll earn a streak freeze')).toBeVisible()
  await learnFragment(page)
  await expectStreak(page, 8, ['learned', 'learned', 'covered by a freeze', 'learned'])

  await moveTo(page, world, '2027-02-12T12:00:00Z')
  await expectStreak(page, 0, ['learned', 'no learning', 'no learning', 'today, not done yet'])
  await expectStreakCards(page, '0 days', '8 days')
  await learnFragment(page)
  await expectStreakCards(page, '1 day', '8 days')
})

for (const { change, moments } of [
  {
    change: 'a day of 23 hours',
    moments: ['2027-03-27T21:30:00Z', '2027-03-28T20:30:00Z', '2027-03-28T21:15:00Z'],
  },
  {
    change: 'a day of 25 hours',
    moments: ['2027-10-30T20:45:00Z', '2027-10-31T21:40:00Z', '2027-10-31T22:10:00Z'],
  },
]) {
  test(`${change} counts as one day: activity before midnight, the next midnight and after it makes three days`, async ({
    page,
    world,
    signIn,
  }) => {
    const [first = '', ...others] = moments
    await moveTo(page, world, first)
    const flyTo = await makeFlights(page)
    await flyTo('Europe/Kyiv')
    await signIn(await world.makeLearner())
    await learnFragment(page)
    for (const moment of others) {
      await moveTo(page, world, moment)
      await learnFragment(page)
    }
    await expectStreak(page, 3, ['before you started', 'learned', 'learned', 'learned'])
  })
}

import type { Page } from '@playwright/test'
import { completeFragment, lessonButton } from './lesson.ts'
import type { World } from './start-world.ts'
import { expect } from './test.ts'

/** Late morning (UTC) of a day, counted from any day that is the same in every run. */
export function dayOf(number: number): string {
  return new Date(Date.UTC(2027, 0, 12 + number, 10)).toISOString()
}

/** Sets the clocks of the product and the browser; both run from there. */
export async function moveTo(page: Page, world: World, moment: string): Promise<void> {
  await world.setNow(moment)
  await page.clock.setSystemTime(moment)
}

/** Returns a function that changes the phone's time zone, as after a flight. */
export async function makeFlights(page: Page): Promise<(timeZone: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  return async (timeZone) => {
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: timeZone })
    // Chromium uses older names for some zones.
    const [here, there] = await page.evaluate(
      (zone) =>
        [undefined, zone].map((name) => Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone),
      timeZone,
    )
    expect(here).toBe(there)
  }
}

/** Completes one fragment of the lesson that the dashboard offers, and waits until the server has stored it. */
export async function learnFragment(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^(Start|Continue)$/ }).click()
  const start = page.getByRole('button', { name: 'START LESSON' })
  await expect(start.or(lessonButton(page))).toBeVisible()
  if (await start.isVisible()) await start.click()
  await completeFragment(page)
}

type Day = 'learned' | 'covered by a freeze' | 'no learning' | 'today, not done yet' | 'before you started'

/** The strip after today. */
const toCome = ['still to come', 'still to come']

/**
 * Checks the courses page: the number in the header and on the strip, and the six bows.
 * @param bows from three days ago until today; the two after it are still to come
 */
export async function expectStreak(page: Page, days: number, bows: readonly [Day, Day, Day, Day]): Promise<void> {
  await page.goto('/courses')
  await expect(page.getByRole('banner')).toHaveText(`Kitewise${days}`)
  const strip = page.getByRole('region', { name: 'Your streak' })
  await expect(strip.getByRole('listitem')).toHaveText([...bows, ...toCome].map((bow) => new RegExp(`: ${bow}$`)))
  const inWords = days === 0 ? 'Your streak starts today' : days === 1 ? '1 day in a row' : `${days} days in a row`
  await expect(strip.getByRole('heading')).toHaveText(inWords)
}

/** Checks the current and the longest streak on the profile. */
export async function expectStreakCards(page: Page, current: string, longest: string): Promise<void> {
  await page.goto('/profile')
  const cards = page.getByRole('region', { name: 'Your streak' })
  await expect(cards.getByRole('definition')).toHaveText([current, longest])
}

import type { Streak } from '@kitewise/contract/entities'
import { answer, api, at, http } from './api.ts'

/** By default two days in a row until yesterday, with today open, seen on 12 May 2040. */
const makeStreak = (changes: Partial<Streak> = {}): Streak => ({
  current: 2,
  longest: 12,
  isTodayLearned: false,
  minutesToday: 0,
  freezes: 0,
  daysToFreeze: 5,
  today: '2040-05-12',
  strip: [
    { day: '2040-05-09', state: 'frozen' },
    { day: '2040-05-10', state: 'learned' },
    { day: '2040-05-11', state: 'learned' },
    { day: '2040-05-12', state: 'today' },
    { day: '2040-05-13', state: 'future' },
    { day: '2040-05-14', state: 'future' },
  ],
  ...changes,
})

export function givenStreak(changes: Partial<Streak> = {}): void {
  return api.use(http.get(at('/api/product-user/streak'), () => answer(makeStreak(changes))))
}

import type { Streak } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { streakQuery } from '../../../lib/queries.ts'
import { storedValue } from '../../../lib/stored-value.ts'
import type { NextStep } from '../choose-today.ts'
import { WelcomeBack } from './welcome-back.tsx'

type LoadWelcomeProps = { next: NextStep; finishedLessons: number }

/** Greets a learner who comes back after days away, over the dashboard. */
export function LoadWelcome(props: LoadWelcomeProps) {
  const { data: streak } = useQuery(streakQuery)
  // The kept streak may be of an earlier day: the server's then decides.
  return streak && <Visit key={streak.today} {...props} streak={streak} />
}

const Visit = ({ next, finishedLessons, streak }: LoadWelcomeProps & { streak: Streak }) => {
  const { today } = streak
  const [isReturn, setIsReturn] = useState(() => comesBack(streak, lastVisit.read()))
  useEffect(() => lastVisit.write(today), [today])
  if (!isReturn || finishedLessons === 0) return null
  return <WelcomeBack next={next} finishedLessons={finishedLessons} onClose={() => setIsReturn(false)} />
}

/** The learner's day of the last visit to the dashboard on this device. */
const lastVisit = storedValue('last_visit')

/** Days without learning after which a visit is a return. */
const daysAway = 3

const dayMs = 86_400_000

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/**
 * Whether a visit is the first one after at least three days without learning and without a visit here.
 * @param last the day of the last visit, if known
 */
function comesBack(
  { strip, today, longest, isTodayLearned }: Pick<Streak, 'strip' | 'today' | 'longest' | 'isTodayLearned'>,
  last: string | null,
): boolean {
  const wasAway = strip
    .filter(({ day }) => day < today)
    .slice(-daysAway)
    .every(({ state }) => state === 'missed' || state === 'frozen')
  return longest > 0 && wasAway && !isTodayLearned && (last === null || daysBetween(last, today) >= daysAway)
}

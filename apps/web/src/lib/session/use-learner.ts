import type { User } from '@kitewise/contract/entities'
import { createContext, use } from 'react'

/** Filled by the router's session guard. */
export const LearnerContext = createContext<User | null>(null)

/**
 * The signed-in learner. Behind the session guard there is always one.
 * @throws {Error} on a screen that is not behind the guard
 */
export const useLearner = (): User => {
  const learner = use(LearnerContext)
  if (learner === null) throw new Error('useLearner is for screens behind the session guard.')
  return learner
}

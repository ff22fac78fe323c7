import type { ReadinessLevel, SkillLabel } from '@kitewise/contract/onboarding-entities'

/**
 * How ready somebody is to work with an AI assistant, 0 to 100: the points of the answers as a share of all that the quiz
 * gives. Points are never negative, so more experience, a clearer goal or one more good habit never lowers the score; a
 * question left open counts as no points. Below 40 is low, below 70 intermediate, from 70 on high. Who is high is called
 * an AI Master, everybody else a Beginner, so that label and level never contradict each other. Source: product spec §1.
 */
const intermediateFrom = 40
const highFrom = 70

/** @param given points of the chosen options, and the most that anybody can get; both 0 for a quiz without points */
export const readinessScore = ({ points, mostPoints }: { points: number; mostPoints: number }): number =>
  mostPoints <= 0 ? 0 : Math.round((100 * Math.min(Math.max(points, 0), mostPoints)) / mostPoints)

export const readinessLevel = (score: number): ReadinessLevel =>
  score < intermediateFrom ? 'low' : score < highFrom ? 'intermediate' : 'high'

export const skillLabel = (score: number): SkillLabel => (score < highFrom ? 'Beginner' : 'AI Master')

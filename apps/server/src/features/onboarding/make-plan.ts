import { lessonLanguagesAnswer, planCourseAnswer, practiceAnswer, saidAnswer } from '@kitewise/content/answers'
import { type CatalogCourse, type CatalogPrompt, pickWords } from '@kitewise/content/catalog'
import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import {
  aheadPercent,
  chooseFirstCourse,
  chooseNextCourse,
  chosenMinutes,
  dailyGoal,
  growthCurve,
  readinessLevel,
  readinessScore,
  skillLabel,
} from '@kitewise/rules/onboarding-plan'
import { quizEffects } from '@kitewise/rules/quiz-effects'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { ok, type Result } from '../../platform/result.ts'
import { findMiniTask } from './mini-task.ts'
import { countScores, markPlanMade } from './onboardings.sql.ts'
import { findEffectsOfLearner, findOnboarding, type Found } from './quiz-answers.ts'

export async function makePlan(
  context: Context,
  onboardingId: string,
  language: string,
): Promise<Result<PersonalPlan>> {
  const found = await findOnboarding(context, context.db, onboardingId)
  if (!found.ok) return found
  const { stored, quiz } = found.value
  const effects = quizEffects(quiz.steps, stored.answers)
  const score = readinessScore(effects.readiness)
  const level = readinessLevel(score)
  const wanted = { goals: effects.goals, readiness: level }
  const course = chooseFirstCourse(context.catalog.courses, wanted)
  if (!course) throw new Error('the catalog has no course')
  const dailyMinutes = dailyGoal(effects)
  const next = chooseNextCourse(context.catalog.courses, wanted)
  await markPlanMade(context.db, onboardingId, score)
  const { claimAheadPercent } = context.config.brand
  return ok({
    readinessScore: score,
    readinessLevel: level,
    skillLabel: skillLabel(score),
    growth: growthCurve(score, dailyMinutes),
    dailyMinutes,
    smallerStart: findSmallerStart(
      found.value,
      { dailyMinutes, chosenMinutes: chosenMinutes(effects.minutes) },
      language,
    ),
    ...planCourseAnswer(course, language),
    nextCourse: next && next.id !== course.id ? pickWords(next.words, language).words.title : null,
    said: saidAnswer(quiz, stored.answers, language),
    lessonLanguages: lessonLanguagesAnswer(context.catalog.courses, language),
    aheadPercent: aheadPercent(score, await scoreCounts(context), claimAheadPercent),
    miniTask: presentMiniTask(findMiniTask(context.catalog, quiz).practice, language),
  })
}

/** The course to which the learner's own quiz answers lead; null without a quiz or a goal. */
export async function recommendCourse(context: Context, userId: string): Promise<CatalogCourse | null> {
  const { goals, readiness } = await findEffectsOfLearner(context, userId)
  return chooseNextCourse(context.catalog.courses, { goals, readiness: readinessLevel(readinessScore(readiness)) })
}

const presentMiniTask = (practice: CatalogPrompt, language: string): PersonalPlan['miniTask'] => {
  const { promptCreation } = practiceAnswer(practice, language)
  if (!promptCreation) throw new Error('a prompt task was presented without its words')
  return { practiceId: practice.id, promptCreation }
}

/** As the visitor read it. */
const findSmallerStart = (
  { stored, quiz }: Found,
  { dailyMinutes, chosenMinutes: chosen }: { dailyMinutes: number; chosenMinutes: number },
  language: string,
): PersonalPlan['smallerStart'] => {
  if (dailyMinutes >= chosen) return null
  const { words } = pickWords(quiz.words, language)
  for (const { id, options } of quiz.steps) {
    const limit = options.find(
      (option) => option.minutesAtMost === dailyMinutes && stored.answers[id]?.includes(option.id),
    )
    if (limit) return { chosenMinutes: chosen, because: words[id]?.options[limit.id] ?? '' }
  }
  return null
}

/** Percentages change slowly, and one count reads every onboarding. */
const keptForMs = 10 * 60_000

type Kept = { countedAtMs: number; counts: Promise<ReadonlyMap<number, number>> }

/** For each server. Not by `db`: recorded requests have their own. */
const keptOf = new WeakMap<Config, Kept>()

const scoreCounts = async ({ config, db, clock }: Context): Promise<ReadonlyMap<number, number>> => {
  const nowMs = clock().getTime()
  const kept = keptOf.get(config)
  if (kept && Math.abs(nowMs - kept.countedAtMs) < keptForMs) return kept.counts
  const counts = countScores(db)
  keptOf.set(config, { countedAtMs: nowMs, counts })
  // Don't cache a failure.
  counts.catch(() => keptOf.delete(config))
  return counts
}

import { describeTask } from '@kitewise/content/answers'
import type { Catalog, CatalogCourse, CatalogPrompt, OnboardingQuiz } from '@kitewise/content/catalog'
import type { Evaluation } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, refuseFor, type Result } from '../../platform/result.ts'
import {
  checkPrompt,
  hashPrompt,
  judgePrompt,
  mayKeep,
  moveSpans,
  type PromptSubmission,
} from '../learning/practice/judge-prompt.ts'
import { countTaskTry, findEvaluation, saveEvaluation } from './onboardings.sql.ts'
import { findOnboarding } from './quiz-answers.ts'

/** Different texts that one visitor may have scored: plenty for a person, too few for a script. */
const mostTries = 20
const daySeconds = 86_400

/** A known text isn't counted again: it is answered from the database, or evaluated when it has marks. It isn't stored. */
export async function evaluateMiniTask(
  context: Context,
  visitor: { onboardingId: string; language: string },
  submission: PromptSubmission,
): Promise<Result<Evaluation>> {
  const { db } = context
  const { onboardingId, language } = visitor
  const found = await findOnboarding(context, db, onboardingId)
  if (!found.ok) return found
  const { course, practice } = findMiniTask(context.catalog, found.value.quiz)
  const task = describeTask(course, practice, language)
  const checked = checkPrompt(task, submission)
  if (!checked.ok) return checked
  const { text, shown, leadingSpace } = checked.value
  const key = { onboardingId, practiceId: practice.id, promptHash: hashPrompt(text), language }
  const known = await findEvaluation(db, key)
  if (known && !shown) return ok(moveSpans(known, leadingSpace))
  if (!known && !(await countTaskTry(db, onboardingId, mostTries))) return refuseFor('too_many_requests', daySeconds)
  const asker = { userId: `visitor:${onboardingId}`, language }
  const judged = await judgePrompt(context, { practiceId: practice.id, task }, checked.value, asker)
  if (!judged.ok) return judged
  const { evaluation } = judged.value
  const answer = mayKeep(judged.value) ? await saveEvaluation(db, key, evaluation, shown !== undefined) : evaluation
  return ok(moveSpans(answer, leadingSpace))
}

/** The content loader guarantees that it exists. */
export function findMiniTask(
  catalog: Catalog,
  quiz: OnboardingQuiz,
): { course: CatalogCourse; practice: CatalogPrompt } {
  const found = catalog.findPractice(quiz.miniTask)
  if (found?.practice.type !== 'PROMPT_CREATION') throw new Error(`${quiz.miniTask} is not a prompt task`)
  return { course: found.course, practice: found.practice }
}

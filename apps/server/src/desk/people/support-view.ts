import { createHash } from 'node:crypto'
import { type Catalog, isExercise, isPromptTask, pickWords } from '@kitewise/content/catalog'
import type { DeskAnswer } from '@kitewise/contract/desk'
import { skippedAnswer } from '@kitewise/rules/practice'
import type { Context } from '../../context.ts'
import { readEvaluation } from '../../features/learning/practice/stored-evaluation.ts'
import { listAllLessons, listCompletedFragments } from '../../features/learning/progress.sql.ts'
import { enterSupportCode, findSupportViewEnd } from '../../features/privacy/support-view.ts'
import { ok, refuse } from '../../platform/result.ts'
import { countRefusalsToday } from '../access/audit.sql.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'
import { findSettingsOf, listAnswersOf, listEvaluationsOf, listPassedTextsOf } from './person.sql.ts'

type View = DeskAnswer<'readSupportView'>['data']

/** For each member of staff; each code allows only five by itself. */
const wrongCodesPerDay = 20

export const supportViewDeskRoutes: DeskHandlers<'enterSupportCode' | 'readSupportView'> = {
  enterSupportCode: async (context, { params: { userId }, body: { code }, staff: { staffId, role } }) => {
    const wrong = await countRefusalsToday(context.db, staffId, {
      action: 'enterSupportCode',
      outcome: 'support_code_refused',
    })
    if (wrong >= wrongCodesPerDay) return refuse('too_many_support_codes')
    const entered = await enterSupportCode(context, { userId, code, staffId, role })
    if (!entered.ok) return entered
    const endsAt = await findSupportViewEnd(context, userId, staffId)
    return acted({ data: { done: true as const } }, { endsAt: endsAt?.getTime() ?? null })
  },

  readSupportView: async (context, { params: { userId }, staff }) => {
    const endsAt = await findSupportViewEnd(context, userId, staff.staffId)
    const settings = endsAt === null ? null : await findSettingsOf(context.db, userId)
    if (endsAt === null || settings === null) return refuse('support_view_closed')
    const [lessons, answers, prompts] = await Promise.all([
      describeLessons(context, userId),
      describeAnswers(context, userId),
      describePrompts(context, userId),
    ])
    return ok({ data: { endsAt: endsAt.getTime(), settings, lessons, answers, prompts } })
  },
}

/** What is gone from the content shows its ID. */
const titleOfLesson = (catalog: Catalog, lessonId: string): string => {
  const found = catalog.findLesson(lessonId)?.lesson
  return found ? pickWords(found.words, 'en').words.title : lessonId
}

const placeOf = (catalog: Catalog, practiceId: string): { lesson: string; task: string } => {
  const found = catalog.findPractice(practiceId)
  if (!found) return { lesson: '–', task: practiceId }
  const { practice, lesson } = found
  const task = isPromptTask(practice)
    ? pickWords(practice.words, 'en').words.title
    : isExercise(practice)
      ? pickWords(practice.words, 'en').words.question
      : pickWords(practice.words, 'en').words.question
  return { lesson: titleOfLesson(catalog, lesson.id), task }
}

const describeLessons = async ({ db, catalog }: Context, userId: string): Promise<View['lessons']> => {
  const [lessons, read] = await Promise.all([listAllLessons(db, userId), listCompletedFragments(db, userId)])
  return lessons.map(({ courseId, lessonId, startedAtMs, finishedAtMs }) => {
    const course = catalog.findCourse(courseId)
    return {
      id: lessonId,
      course: course ? pickWords(course.words, 'en').words.title : courseId,
      title: titleOfLesson(catalog, lessonId),
      startedAt: startedAtMs,
      finishedAt: finishedAtMs,
      parts: catalog.findLesson(lessonId)?.lesson.fragments.length ?? null,
      partsRead: read.filter((part) => part.lessonId === lessonId).length,
    }
  })
}

/** Of a choice question, the option's words; of a light exercise, only whether it was right. */
const describeAnswers = async ({ db, catalog }: Context, userId: string): Promise<View['answers']> =>
  (await listAnswersOf(db, userId)).map(({ practiceId, answer, isCorrect, answeredAt }) => {
    const practice = catalog.findPractice(practiceId)?.practice
    const isSkipped = answer === skippedAnswer
    const chosen =
      practice?.type === 'SINGLE_CHOICE_TEST'
        ? (pickWords(practice.words, 'en').words.options[answer]?.text ?? answer)
        : practice !== undefined && isPromptTask(practice)
          ? answer
          : null
    return {
      practiceId,
      ...placeOf(catalog, practiceId),
      answer: isSkipped ? null : chosen,
      outcome: isSkipped ? 'skipped' : isCorrect ? 'right' : 'wrong',
      answeredAt: answeredAt.getTime(),
    }
  })

const hashOf = (prompt: string): string => createHash('sha256').update(prompt.trim()).digest('hex')

/** Only passed prompts and those handed in are stored as texts; of the others there is only what was said about them. */
const describePrompts = async ({ db, catalog }: Context, userId: string): Promise<View['prompts']> => {
  const [evaluations, answers, passed] = await Promise.all([
    listEvaluationsOf(db, userId),
    listAnswersOf(db, userId),
    listPassedTextsOf(db, userId),
  ])
  const texts = new Map([...answers.map(({ answer }) => answer), ...passed].map((text) => [hashOf(text), text]))
  return evaluations.map(({ practiceId, promptHash, language, evaluation, evaluatedAt }) => {
    const { score, comment, points } = readEvaluation(evaluation, language)
    const hash = promptHash.toString('hex')
    return {
      id: `${practiceId} ${hash.slice(0, 16)}`,
      ...placeOf(catalog, practiceId),
      prompt: texts.get(hash) ?? null,
      score,
      comment,
      missing: points.filter(({ state }) => state !== 'found').map(({ id, name }) => (name === '' ? id : name)),
      evaluatedAt: evaluatedAt.getTime(),
    }
  })
}

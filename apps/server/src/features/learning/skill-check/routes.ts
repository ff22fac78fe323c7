import { type CatalogCourse, pickWords, type SkillForm } from '@kitewise/content/catalog'
import type { SkillCheck } from '@kitewise/contract/skill-check'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/handler.ts'
import { ok, refuse } from '../../../platform/result.ts'
import { findLearnerLessons } from '../open-lesson.ts'
import { listSkillChecks, saveSkillCheck, type SkillCheckRow } from './skill-checks.sql.ts'

export const skillCheckRoutes: Handlers<'skillCheck' | 'answerSkillCheck'> = {
  skillCheck: async (context, { session, params, language }) => {
    const course = context.catalog.findCourse(params.courseId)
    if (!course) return refuse('course_not_found')
    return ok({ data: present(course, await findState(context, session.userId, course), language) })
  },

  answerSkillCheck: async (context, { session, params, body, language }) => {
    const { form, answers } = body
    const { userId } = session
    const course = context.catalog.findCourse(params.courseId)
    if (!course) return refuse('course_not_found')
    const state = await findState(context, userId, course)
    const isRepeated = state.taken.some((row) => row.form === form)
    if (state.form !== form && !isRepeated)
      return refuse('invalid_request', [{ field: 'body.form', message: 'cannot be answered now' }])
    const unanswered = course.skillCheck.find(({ id, forms }) => !forms[form].options.includes(answers[id] ?? ''))
    if (unanswered)
      return refuse('invalid_request', [{ field: `body.answers.${unanswered.id}`, message: 'is not an option' }])
    const correct = course.skillCheck.filter(({ id, forms }) => answers[id] === forms[form].correct).length
    const total = course.skillCheck.length
    await saveSkillCheck(context.db, { userId, courseId: course.id, form, correct, total, at: context.clock() })
    return ok({ data: present(course, await findState(context, userId, course), language) })
  },
}

type State = { form: SkillForm | null; taken: SkillCheckRow[] }

/**
 * Form a is open before the first finished lesson. Form b is open once every lesson is finished, and only after form a: without a score
 * from before there is no difference to show (docs/product.md R124).
 */
const findState = async (
  context: Context,
  userId: string,
  { id, lessons, skillCheck }: CatalogCourse,
): Promise<State> => {
  const [{ finishedLessons }, taken] = await Promise.all([
    findLearnerLessons(context, userId, id),
    listSkillChecks(context.db, userId, id),
  ])
  if (skillCheck.length === 0) return { form: null, taken }
  const finished = lessons.filter((lesson) => finishedLessons.includes(lesson.id)).length
  const isTaken = (form: SkillForm) => taken.some((row) => row.form === form)
  if (!isTaken('a')) return { form: finished === 0 ? 'a' : null, taken }
  return { form: !isTaken('b') && finished >= lessons.length ? 'b' : null, taken }
}

const present = ({ skillCheck }: CatalogCourse, { form, taken }: State, wanted: string): SkillCheck => {
  const scoreOf = (one: SkillForm) => {
    const row = taken.find((row) => row.form === one)
    return row ? { correct: row.correct, total: row.total } : null
  }
  const picked = skillCheck.map(({ id, forms, words }) => ({ id, forms, ...pickWords(words, wanted) }))
  const questions = picked.flatMap(({ id, forms, words }) => {
    if (form === null) return []
    const { question, options } = words[form]
    return [
      { id, question, options: forms[form].options.map((option) => ({ id: option, text: options[option] ?? '' })) },
    ]
  })
  return { form, questions, language: picked[0]?.language ?? wanted, before: scoreOf('a'), after: scoreOf('b') }
}

import { type Catalog, isPromptTask, pickWords } from '@kitewise/content/catalog'
import type { PassedPrompt } from '@kitewise/contract/entities'
import type { Handlers } from '../../../platform/handler.ts'
import { ok } from '../../../platform/result.ts'
import { listPassedPrompts } from './passed-prompts.sql.ts'

/** More than all courses have tasks, so that the list ends although content changes. */
const mostPrompts = 500

export const passedPromptRoutes: Handlers<'passedPrompts'> = {
  passedPrompts: async ({ catalog, db }, { session, language }) => {
    const rows = await listPassedPrompts(db, session.userId, mostPrompts)
    const prompts = rows.map(({ practiceId, prompt, passedAt }) => ({
      practiceId,
      prompt,
      passedAt: passedAt.toISOString(),
      task: describeTask(catalog, practiceId, language),
    }))
    return ok({ data: prompts })
  },
}

const describeTask = (catalog: Catalog, practiceId: string, wanted: string): PassedPrompt['task'] => {
  const found = catalog.findPractice(practiceId)
  if (!found || !isPromptTask(found.practice)) return null
  const { course, lesson, practice } = found
  const { words, language } = pickWords(practice.words, wanted)
  return {
    title: words.title,
    course: { id: course.id, title: pickWords(course.words, wanted).words.title },
    lesson: { id: lesson.id, title: pickWords(lesson.words, wanted).words.title },
    language,
  }
}

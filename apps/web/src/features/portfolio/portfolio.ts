import type { PassedPrompt } from '@kitewise/contract/entities'
import { dateText } from '@kitewise/rules/calendar-day'

/** Without accents and letter case, so that “creme” finds “Crème” and “isci” finds “işçi”. */
const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')

/** `courseId`: null for all courses. */
export type PromptFilter = { search: string; courseId: string | null }

/** Prompts that have every word of the search, in the prompt or its titles. */
export function findPrompts(prompts: readonly PassedPrompt[], { search, courseId }: PromptFilter): PassedPrompt[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return prompts.filter(({ prompt, task }) => {
    if (courseId !== null && task?.course.id !== courseId) return false
    const text = fold([prompt, task?.title, task?.lesson.title, task?.course.title].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** The courses of the prompts, each once, in the order of the prompts. */
export function coursesOf(prompts: readonly PassedPrompt[]): { id: string; title: string }[] {
  const titles = new Map(prompts.flatMap(({ task }) => (task ? [[task.course.id, task.course.title]] : [])))
  return [...titles].map(([id, title]) => ({ id, title }))
}

/** MM/DD/YYYY, by the calendar of this device. */
export function passedDate({ passedAt }: Pick<PassedPrompt, 'passedAt'>): string {
  const at = new Date(passedAt)
  return dateText(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 1000)
}

/** The content of the file: for each prompt its title, where and when it passed, and its words. */
export function promptsAsText(
  prompts: readonly PassedPrompt[],
  { title, changedTask }: { title: string; changedTask: string },
): string {
  const parts = prompts.map((passed) => {
    const { task, prompt } = passed
    const place = task ? `${task.course.title} · ${task.lesson.title} · ` : ''
    return `## ${task?.title ?? changedTask}\n${place}${passedDate(passed)}\n\n${prompt}`
  })
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`
}

/** `my-prompts-2026-11-22.txt`, by the calendar of this device. */
export function fileNameOn(now: Date): string {
  const day = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  return `my-prompts-${day}.txt`
}

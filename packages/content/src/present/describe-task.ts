import type { CatalogCourse, CatalogPractice, CatalogPrompt } from '../catalog.ts'
import { practiceTask, type PracticeTask } from './practice-task.ts'

export type DescribedTask = {
  task: Omit<PracticeTask, 'rubric'> & { otherTasks: string[] }
  rubric: PracticeTask['rubric']
}

const isPrompt = (practice: CatalogPractice): practice is CatalogPrompt => practice.type === 'PROMPT_CREATION'

/**
 * What a judge must know of a prompt task: its words and rubric in the language or the fallback, and the other tasks of
 * the course, so that an answer to one of those is seen to be off topic.
 */
export function describeTask(course: CatalogCourse, practice: CatalogPrompt, language: string): DescribedTask {
  const { rubric, ...words } = practiceTask(practice, language)
  const practices = course.lessons.flatMap((lesson) => lesson.fragments.flatMap((fragment) => fragment.practices))
  const others = practices.filter(isPrompt).filter((other) => other.id !== practice.id)
  const otherTasks = others.map((other) => practiceTask(other, language).fullDescription)
  return { task: { ...words, otherTasks }, rubric }
}

import type { Catalog, CatalogCourse, CatalogPrompt, OnboardingQuiz } from '@kitewise/content/catalog'

/** The prompt task that is free to try with the plan of a quiz. The loader has made sure that it exists. */
export const findMiniTask = (
  catalog: Catalog,
  quiz: OnboardingQuiz,
): { course: CatalogCourse; practice: CatalogPrompt } => {
  const found = catalog.findPractice(quiz.miniTask)
  if (found?.practice.type !== 'PROMPT_CREATION') throw new Error(`${quiz.miniTask} is not a prompt task`)
  return { course: found.course, practice: found.practice }
}

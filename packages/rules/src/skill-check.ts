/** The form of a course's skill check that a learner can take now (docs/product.md R124). */
export type SkillForm = 'a' | 'b'

/**
 * Form a before the first finished lesson. Form b once every lesson is finished, and only after form a: without a
 * score from before there is no difference to show.
 */
export function openSkillForm(
  course: { lessonsFinished: number; totalLessons: number },
  taken: readonly SkillForm[],
): SkillForm | null {
  if (!taken.includes('a')) return course.lessonsFinished === 0 ? 'a' : null
  return !taken.includes('b') && course.lessonsFinished >= course.totalLessons ? 'b' : null
}

import type { CatalogCourse } from '@kitewise/content/catalog'
import type { CertificateRequirements } from '@kitewise/contract/certificates'
import { courseProgress } from '@kitewise/rules/course-progress'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { hasPassedCapstone, listSkimmedLessons } from '../learning/learning-record.ts'
import { findLearnerLessons } from '../learning/open-lesson.ts'

/** What the certificate of a course asks of the learner, by the server's own records. Refuses with `course_not_found`. */
export const findRequirements = async (
  context: Context,
  userId: string,
  courseId: string,
): Promise<Result<CertificateRequirements>> => {
  const course = context.catalog.findCourse(courseId)
  if (!course) return refuse('course_not_found')
  const [learner, isPassed, skimmedLessons] = await Promise.all([
    findLearnerLessons(context, userId, courseId),
    hasPassedCapstone(context, userId, course),
    listSkimmedLessons(context, userId, course),
  ])
  const lessonIds = course.lessons.map(({ id }) => id)
  return ok({
    isCompleted: courseProgress(lessonIds, learner).status === 'completed',
    capstone: { ...placeOfCapstone(context, course), isPassed },
    skimmedLessons,
  })
}

const placeOfCapstone = ({ catalog }: Context, course: CatalogCourse) => {
  const found = catalog.findPractice(course.capstone)
  if (!found) throw new Error(`The course ${course.id} has no practice ${course.capstone}`)
  return { lessonId: found.lesson.id, fragmentIndex: found.fragmentIndex, practiceId: course.capstone }
}

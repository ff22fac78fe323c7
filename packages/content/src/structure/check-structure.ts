import type { ContentProblem } from '../content-error.ts'
import type { ContentSource, LessonSource } from '../reading/source.ts'
import { checkCourseStructure } from './check-course-structure.ts'
import { checkCourseWords, checkFallbackCourseWords } from './check-course-words.ts'
import { checkIds, checkPrerequisites } from './check-ids.ts'
import { checkLessonStructure } from './check-lesson-structure.ts'
import { checkFallbackWords, checkLessonWords } from './check-lesson-words.ts'
import { checkQuizStructure } from './check-quiz-structure.ts'
import { checkFallbackQuizWords, checkQuizWords } from './check-quiz-words.ts'

/**
 * Everything without which the content cannot be served. What makes it good content is the linter's matter. A caller may
 * leave lessons out.
 */
export function checkStructure(
  source: ContentSource,
  isSelected: (lesson: LessonSource) => boolean = () => true,
): ContentProblem[] {
  const { fallback } = source.locales
  const problems = [...checkIds(source), ...checkPrerequisites(source)]
  for (const course of source.courses) {
    problems.push(...checkCourseStructure(course), ...checkFallbackCourseWords(course, fallback))
    problems.push(...course.words.flatMap((words) => checkCourseWords(course, words)))
    for (const lesson of course.lessons.filter(isSelected)) {
      problems.push(...checkLessonStructure(course, lesson), ...checkFallbackWords(lesson, fallback))
      problems.push(...lesson.words.flatMap((words) => checkLessonWords(lesson, words)))
    }
  }
  for (const quiz of source.quizzes) {
    problems.push(...checkQuizStructure(source, quiz), ...checkFallbackQuizWords(quiz, fallback))
    problems.push(...quiz.words.flatMap((words) => checkQuizWords(quiz, words)))
  }
  return problems
}

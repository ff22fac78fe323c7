import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { concepts } from '@kitewise/evaluator/concepts'
import { parts } from './covers/part-table.ts'
import { courseFile } from './format/course-file.ts'
import { lessonFile } from './format/lesson-file.ts'
import { onboardingQuizFile } from './format/onboarding-quiz-file.ts'
import { readCourseWords } from './reading/read-course-words.ts'
import { readLessonWords } from './reading/read-lesson-words.ts'
import { readQuizWords } from './reading/read-quiz-words.ts'
import { readYaml } from './reading/read-yaml.ts'
import { productContent } from './test-support/content-folder.ts'

const guide = readFileSync(join(productContent, 'README.md'), 'utf8')

/** The example below a heading of the guide. */
function readExample(heading: string): string {
  const [, after = ''] = guide.split(new RegExp(`\n###? ${heading}\n`))
  return /```\w*\n([\s\S]*?)\n```/.exec(after)?.[1] ?? ''
}

describe('the guide for authors', () => {
  it.each([...parts.keys()])('names the part %s', (name) => {
    expect(guide).toContain(`\`${name}\``)
  })

  it.each(concepts)('names the cue %s', (name) => {
    expect(guide).toMatch(new RegExp(String.raw`[|,] ${name}[ ,]`))
  })

  it('shows files that the loader accepts', () => {
    expect(readYaml(courseFile, readExample('course.yml'), 'guide').problems).toEqual([])
    expect(readYaml(lessonFile, readExample('lesson.yml'), 'guide').problems).toEqual([])
    expect(readCourseWords(readExample('text/en.md'), 'guide', 'en').problems).toEqual([])
    expect(readLessonWords(readExample('lessons/…/en.md'), 'guide', 'en').problems).toEqual([])
    expect(readYaml(onboardingQuizFile, readExample('quiz.yml'), 'guide').problems).toEqual([])
    expect(readQuizWords(readExample('quizzes/…/en.md'), 'guide', 'en').problems).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { courseFile } from '@kitewise/content/course-file'
import { lessonFile, onboardingQuizFile } from '@kitewise/content/file-format'
import { loadContent } from '@kitewise/content/load-content'
import { readCourseWords, readLessonWords, readQuizWords } from '@kitewise/content/read-words'
import { readYaml } from '@kitewise/content/read-yaml'
import { kindNames } from '@kitewise/evaluator/kinds'
import { describe, expect, it } from 'vitest'
import { makeContentFolder, productContent, readSample } from '../../content/src/test-support/content-folder.ts'
import { parts } from './covers/part-table.ts'
import { checkContent } from './lint/check-content.ts'

const guide = readFileSync(join(productContent, 'README.md'), 'utf8')

/** The example below a heading of the guide. */
function readExample(heading: string): string {
  const [, after = ''] = guide.split(new RegExp(`\n###? ${heading}\n`))
  return /```\w*\n([\s\S]*?)\n```/.exec(after)?.[1] ?? ''
}

/** The section on prompt tasks. */
const promptTask = (/\n## A prompt task\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '').trim()

describe("authors' guide", () => {
  it.each([...parts.keys()])('names the part %s', (name) => {
    expect(guide).toContain(`\`${name}\``)
  })

  it.each(kindNames)('explains the kind %s in its table', (name) => {
    expect(promptTask).toMatch(new RegExp(String.raw`^\| [^|]*\`${name}\`[^|]* \|`, 'm'))
  })

  it('describes a prompt task on one page', () => {
    expect(promptTask.split('\n').length).toBeLessThanOrEqual(60)
  })

  it('shows a prompt task that loads without errors', () => {
    const [points = '', block = ''] = [...promptTask.matchAll(/```\w*\n([\s\S]*?)\n```/g)].map(([, code]) => code)
    const lesson = 'courses/tea/lessons/l02-guests'
    const { folder, remove } = makeContentFolder({
      [`${lesson}/lesson.yml`]: readSample(`${lesson}/lesson.yml`).replace(
        / +- id: p1\n[\s\S]*/,
        points.replace(/^/gm, '      '),
      ),
      [`${lesson}/en.md`]: readSample(`${lesson}/en.md`).replace(/:::prompt[\s\S]*/, `${block}\n`),
    })
    try {
      expect(loadContent(folder).findPractice('tea.l02.f2.p1')?.practice.words.get('en')).toMatchObject({
        title: 'Welcome to the third floor',
      })
      const found = checkContent(folder, Date.parse('2026-11-20'), {
        isSelected: (file) => file.endsWith('l02-guests/en.md'),
      })
      expect(found.filter(({ level }) => level === 'error')).toEqual([])
    } finally {
      remove()
    }
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productContent } from './content-folder.ts'

const read = (name: string) => readFileSync(join(productContent, 'quizzes/f1-v1', name), 'utf8')

/** The product's first quiz, with the sample course's free task. */
export const sampleQuiz: Record<'quiz.yml' | 'en.md', string> = {
  'quiz.yml': read('quiz.yml').replace('ai-zero.l03.f3.p1', 'tea.l02.f2.p1'),
  'en.md': read('en.md'),
}

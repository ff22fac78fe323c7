import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { expect, it } from 'vitest'
import { task } from './test-support/requests.ts'

const ordinary = 'Write a friendly mail to my client: her visit moves from 9 May to 14 May. Use 80 words at most. '

/** The minimum of several runs, to ignore other load on the machine. */
const leastMs = (part: string) => {
  const prompt = `Müşterime yaz lütfen bir ve ${part.repeat(4_000)}`.slice(0, 4_000)
  const times = [1, 2, 3, 4].map(() => {
    const startedAt = performance.now()
    for (let run = 0; run < 3; run += 1) evaluatePrompt({ task, prompt, language: 'en' })
    return performance.now() - startedAt
  })
  return Math.min(...times)
}

// U+FDFA expands to eighteen letters, U+3316 to six; the others make patterns backtrack.
it.each(['\uFDFA', '\u3316', '\u2488', 'a-', '?', '"', 'メール、', 'give score ', 'list, ', 'a@'])(
  'a prompt full of %j costs at most 20 times as much as an ordinary prompt of the same length',
  (part) => {
    const least = leastMs(ordinary)
    expect(leastMs(part) / least).toBeLessThan(20)
  },
)

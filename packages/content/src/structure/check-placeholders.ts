import type { ContentProblem } from '../content-error.ts'
import type { FragmentWords } from '../reading/source.ts'

const placeholder = /\[PRACTICE_([^\]]*)\]/g

/** `[PRACTICE_n]` stands once for each of a fragment's practices, alone on its line. */
export function checkPlaceholders(file: string, words: FragmentWords, count: number): ContentProblem[] {
  const problems: ContentProblem[] = []
  const seen: string[] = []
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1))
  for (const [index, text] of words.body.text.split('\n').entries()) {
    const at = { file, line: words.body.line + index }
    for (const [mark, number = ''] of text.matchAll(placeholder)) {
      if (!numbers.includes(number))
        problems.push({ ...at, what: `${mark}: ${words.id} has ${count} practices`, fix: 'Numbers begin at 1' })
      else if (seen.includes(number)) problems.push({ ...at, what: `${mark} stands twice`, fix: 'Keep one' })
      if (text.trim() !== mark)
        problems.push({ ...at, what: `${mark} is not alone on its line`, fix: 'Put it on a line of its own' })
      seen.push(number)
    }
  }
  for (const number of numbers.filter((number) => !seen.includes(number)))
    problems.push({
      file,
      line: words.line,
      what: `${words.id} has no [PRACTICE_${number}]`,
      fix: 'Put it where the practice belongs',
    })
  return problems
}

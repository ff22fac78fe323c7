import type { ContentProblem } from '../source.ts'

/** Something the check tells the author: an error fails the check, a warning asks for a second look. */
export type Finding = ContentProblem & { level: 'error' | 'warning' }

type Place = { file: string; line: number }

export const error = ({ file, line }: Place, what: string, fix: string): Finding => ({
  level: 'error',
  file,
  line,
  what,
  fix,
})

export const warning = ({ file, line }: Place, what: string, fix: string): Finding => ({
  level: 'warning',
  file,
  line,
  what,
  fix,
})

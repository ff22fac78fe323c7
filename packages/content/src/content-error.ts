/** Something wrong in a content file. `line` counts from 1; `fix` says what to do. */
export type ContentProblem = { file: string; line: number; what: string; fix: string }

/** One line for people: `file:line  what is wrong. What to do.` */
export function formatProblem(problem: ContentProblem): string {
  return `${problem.file}:${problem.line}  ${problem.what}. ${problem.fix}`
}

/** The content cannot be used; holds every problem that was found, so that an author can mend them in one go. */
export class ContentError extends Error {
  readonly problems: ContentProblem[]

  constructor(problems: ContentProblem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    super(`The content has ${count}:\n${problems.map(formatProblem).join('\n')}`)
    this.name = 'ContentError'
    this.problems = problems
  }
}

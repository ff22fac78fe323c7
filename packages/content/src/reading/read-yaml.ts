import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { ContentProblem, LineOf } from '../source.ts'

export type YamlResult<T> = { value: T | null; lineOf: LineOf; problems: ContentProblem[] }

const nowhere: LineOf = () => 1

/**
 * Parses YAML and validates it. `value` is null if there are problems. `firstLine` is the file's line where the text
 * starts (2 for front matter).
 */
export function readYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  firstLine = 1,
): YamlResult<z.output<Schema>> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => Math.max(lines.linePos(offset).line, 1) + firstLine - 1
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      what: `This is not valid YAML: ${error.message.replace(/\.$/, '')}`,
      fix: 'Mend the indentation or put the text in quotes',
    }))
    return { value: null, lineOf: nowhere, problems }
  }
  const lineOf: LineOf = (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lineAt(node.range[0])
    }
    return firstLine
  }
  const checked = schema.safeParse(document.toJS())
  if (checked.success) return { value: checked.data, lineOf, problems: [] }
  const problems = checked.error.issues.map((issue) => ({
    file,
    line: lineOf(issue.path),
    what: `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`,
    fix: 'See content/README.md for the format of this file',
  }))
  return { value: null, lineOf, problems }
}

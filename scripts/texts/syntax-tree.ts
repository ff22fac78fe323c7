import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export type SyntaxNode = { type: string; [part: string]: unknown }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The nodes right under a node. */
export const partsOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

/** A part of a node where that is one node. */
export const partOf = (node: SyntaxNode, name: string): SyntaxNode | undefined => {
  const part = node[name]
  return isNode(part) ? part : undefined
}

/** The text of a string literal, or of a template literal without places. */
export const literalOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** @throws {Error} when the file is no TypeScript */
export const parseSource = (path: string): SyntaxNode => {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`)
  return program as unknown as SyntaxNode
}

/** The product's sources under a folder; tests and what only they use are none. */
export const sourcesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|test-support/.test(name))
    .map((name) => join(folder, name))

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** What a source file says about sentences. Keys are whole: `login.title`. */
export type Usage = {
  namespaces: Set<string>
  keys: Set<string>
  /** Keys with parts known only when the app runs: `` `login.${step}` ``. */
  patterns: RegExp[]
  /** Namespaces of which some key is computed: any string of the source may be one. */
  computed: Set<string>
  strings: Set<string>
}

type Scope = Map<string, string>

const readers = new Set(['rich', 'markup', 'has'])

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** `.+` for each place of a template. */
const patternOf = (template: SyntaxNode): string => {
  const quasis = (template.quasis ?? []) as { value: { cooked: string } }[]
  return quasis.map(({ value }) => escape(value.cooked)).join('.+')
}

/** `useTranslations('ns')` → `ns.`, `useTranslations()` → nothing; undefined for other calls. */
const prefixOf = (node: SyntaxNode | undefined): string | undefined => {
  if (node?.type !== 'CallExpression' || partOf(node, 'callee')?.name !== 'useTranslations') return undefined
  const [namespace] = partsOf({ type: '', list: node.arguments })
  return namespace === undefined ? '' : `${literalOf(namespace) ?? ''}.`
}

/** Walks one file with the translators that each function has at hand. */
class Reader {
  readonly usage: Usage = {
    namespaces: new Set(),
    keys: new Set(),
    patterns: [],
    computed: new Set(),
    strings: new Set(),
  }

  visit(node: SyntaxNode, scope: Scope): void {
    const string = literalOf(node)
    if (string !== undefined) this.usage.strings.add(string)
    if (node.type === 'VariableDeclarator' && this.declare(node, scope)) return
    if (node.type === 'CallExpression' && this.call(node, scope)) return
    // A translator that is handed on may be asked for any key.
    const handedOn = node.type === 'Identifier' ? scope.get(String(node.name)) : undefined
    if (handedOn !== undefined) this.usage.computed.add(handedOn)
    const inner = /Function/.test(node.type) ? new Map(scope) : scope
    for (const part of partsOf(node)) if (!this.isName(node, part)) this.visit(part, inner)
  }

  /** Names of properties and of types are no use of a variable. */
  private isName(node: SyntaxNode, part: SyntaxNode): boolean {
    if (node.type === 'MemberExpression') return node.property === part && node.computed !== true
    return node.type === 'Property' && node.key === part && node.computed !== true && node.shorthand !== true
  }

  private declare(node: SyntaxNode, scope: Scope): boolean {
    const prefix = prefixOf(partOf(node, 'init'))
    if (prefix === undefined) return false
    scope.set(String(partOf(node, 'id')?.name), prefix)
    if (prefix !== '') this.usage.namespaces.add(prefix.slice(0, -1))
    return true
  }

  private call(node: SyntaxNode, scope: Scope): boolean {
    const callee = partOf(node, 'callee')
    const prefix = callee && this.translatorOf(callee, scope)
    if (prefix === undefined) return false
    if (callee?.type === 'CallExpression') this.usage.namespaces.add(prefix.slice(0, -1))
    const [key, ...values] = partsOf({ type: '', list: node.arguments })
    if (key) this.readKey(key, prefix, scope)
    for (const value of values) this.visit(value, scope)
    return true
  }

  private translatorOf(callee: SyntaxNode, scope: Scope): string | undefined {
    if (callee.type === 'Identifier') return scope.get(String(callee.name))
    if (callee.type === 'MemberExpression' && readers.has(String(partOf(callee, 'property')?.name)))
      return scope.get(String(partOf(callee, 'object')?.name))
    return prefixOf(callee)
  }

  private readKey(key: SyntaxNode, prefix: string, scope: Scope): void {
    const literal = literalOf(key)
    if (literal !== undefined) this.usage.keys.add(prefix + literal)
    else if (key.type === 'TemplateLiteral')
      this.usage.patterns.push(new RegExp(`^${escape(prefix)}${patternOf(key)}$`))
    else if (key.type === 'ConditionalExpression')
      for (const side of ['consequent', 'alternate']) this.readKey(partOf(key, side) ?? key, prefix, scope)
    else this.usage.computed.add(prefix)
    if (literal === undefined) for (const part of partsOf(key)) this.visit(part, scope)
  }
}

/** Which sentences a file uses. */
export const findUsage = (path: string): Usage => {
  const reader = new Reader()
  reader.visit(parseSource(path), new Map())
  const { usage } = reader
  // With `useTranslations()` the namespace is the first part of the key.
  for (const key of usage.keys) usage.namespaces.add(key.split('.')[0] ?? '')
  return usage
}

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

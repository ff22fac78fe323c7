import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Texts that a source file uses. Keys are complete: `login.title`. */
export type Usage = {
  namespaces: Set<string>
  keys: Set<string>
  /** Keys with parts known only at run time: `` `login.${step}` ``. */
  patterns: RegExp[]
  /** Namespaces with a computed key, which may be any string in the source. */
  computed: Set<string>
  strings: Set<string>
}

type Scope = Map<string, string>

const readers = new Set(['rich', 'markup', 'has'])

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** `.+` for each placeholder of a template. */
const patternOf = (template: SyntaxNode): string => {
  const quasis = (template.quasis ?? []) as { value: { cooked: string } }[]
  return quasis.map(({ value }) => escape(value.cooked)).join('.+')
}

/** `useTranslations('ns')` → `ns.`, `useTranslations()` → empty; undefined for other calls. */
const prefixOf = (node: SyntaxNode | undefined): string | undefined => {
  if (node?.type !== 'CallExpression' || partOf(node, 'callee')?.name !== 'useTranslations') return undefined
  const [namespace] = partsOf({ type: '', list: node.arguments })
  return namespace === undefined ? '' : `${literalOf(namespace) ?? ''}.`
}

/** Walks one file, tracking the translators in each function's scope. */
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
    // A translator that is passed on may be called with any key.
    const handedOn = node.type === 'Identifier' ? scope.get(String(node.name)) : undefined
    if (handedOn !== undefined) this.usage.computed.add(handedOn)
    const inner = /Function/.test(node.type) ? new Map(scope) : scope
    for (const part of partsOf(node)) if (!this.isName(node, part)) this.visit(part, inner)
  }

  /** Property names and types aren't uses of a variable. */
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

export function findUsage(path: string): Usage {
  const reader = new Reader()
  reader.visit(parseSource(path), new Map())
  const { usage } = reader
  // With `useTranslations()`, the namespace is the first part of the key.
  for (const key of usage.keys) usage.namespaces.add(key.split('.')[0] ?? '')
  return usage
}

export type SyntaxNode = { type: string; [part: string]: unknown }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode)
}

/** A child that is a single node. */
export function partOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const part = node[name]
  return isNode(part) ? part : undefined
}

/** The value of a string literal, or of a template literal without placeholders. */
export function literalOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** @throws {Error} if the file isn't valid TypeScript */
export function parseSource(path: string): SyntaxNode {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`)
  return program as unknown as SyntaxNode
}

/** The product's sources in a folder, without tests and test support. */
export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|test-support/.test(name))
    .map((name) => join(folder, name))
}

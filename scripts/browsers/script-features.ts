import { type AnyNode, type CallExpression, type NewExpression, type ObjectExpression, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { CompatData } from './compat-data.ts'
import { featuresOfPieces, patternFeatures } from './pattern-features.ts'
import { syntaxOf } from './script-syntax.ts'
import type { WebNames } from './web-names.ts'

/** A feature that a script uses and that an oldest browser lacks. `at`: where in the text. */
export type Use = { feature: string; at: number }

type Member = Extract<AnyNode, { type: 'MemberExpression' }>

/** Reads one script. Uses that are guarded on the spot (`x.y?.()`, `x.y?.z`, `typeof x`) are left out. */
export class ScriptReader {
  readonly #uses: Use[] = []
  readonly #references: { name: string; at: number }[] = []
  /** Names declared anywhere in the script. Built scripts shorten such names, so a global hardly has one of them. */
  readonly #declared = new Set<string>()

  constructor(
    private readonly data: CompatData,
    private readonly names: WebNames,
  ) {}

  /** @throws {SyntaxError} for syntax that isn't in the standard yet */
  read(code: string): Use[] {
    fullAncestor(parseAny(code), (node, _, ancestors, type) => this.#visit(node, ancestors, type), undefined, undefined)
    for (const { name, at } of this.#references)
      if (!this.#declared.has(name)) this.#report(this.names.missingGlobal(name), at)
    return this.#uses
  }

  #report(feature: string | undefined, at: number): void {
    if (feature !== undefined && (feature.startsWith('.') || this.data.isMissing(feature)))
      this.#uses.push({ feature, at })
  }

  #visit(node: AnyNode, ancestors: readonly AnyNode[], type: string): void {
    if (type === 'VariablePattern' && node.type === 'Identifier') this.#declared.add(node.name)
    else if (node.type === 'Identifier' && ancestors.at(-2)?.type !== 'UnaryExpression')
      this.#references.push({ name: node.name, at: node.start })
    this.#report(syntaxOf(node, ancestors), node.start)
    if (node.type === 'MemberExpression') this.#visitMember(node, ancestors.at(-2))
    else if (node.type === 'CallExpression' || node.type === 'NewExpression') this.#visitCall(node)
    else if (node.type === 'ObjectPattern') {
      for (const { key, at } of entriesOf(node)) this.#report(this.names.missingMember(key, undefined), at)
    } else this.#visitText(node)
  }

  #visitMember(node: Member, parent: AnyNode | undefined): void {
    const name = node.computed ? textOf(node.property) : keyOf(node.property)
    if (name === undefined || isGuarded(node, parent)) return
    const object = node.object.type === 'Identifier' ? node.object.name : undefined
    this.#report(this.names.missingMember(name, object), node.property.start)
  }

  #visitText(node: AnyNode): void {
    if (node.type === 'Literal' && node.regex)
      for (const feature of patternFeatures(node.regex.pattern, node.regex.flags)) this.#report(feature, node.start)
    const text = node.type === 'TemplateElement' ? node.value.raw : textOf(node)
    if (text) for (const feature of featuresOfPieces(text)) this.#report(feature, node.start)
  }

  #visitCall(node: CallExpression | NewExpression): void {
    const name = calleeName(node) ?? ''
    const [text, flags] = node.arguments.map(textOf)
    if (text !== undefined) this.#visitNamed(name, text, node)
    if (name === 'RegExp') this.#visitPattern(text, flags, node.start)
    // scrollTo({ behavior: 'instant' })
    for (const argument of node.arguments)
      if (argument.type === 'ObjectExpression')
        for (const { key, at } of entriesOf(argument))
          this.#report(this.names.missingAmong(this.names.optionsOf(name, key)), at)
  }

  /** Calls whose first argument is the name of an event, an attribute or an element. */
  #visitNamed(name: string, text: string, { arguments: [, second], start }: CallExpression | NewExpression): void {
    if (name === 'addEventListener') this.#report(this.names.missingEvent(text), start)
    if (name === 'setAttribute' || name === 'toggleAttribute')
      this.#report(this.names.missingAttribute(undefined, text), start)
    // jsx('div', { popover: 'auto' })
    if (second?.type === 'ObjectExpression' && this.names.isElement(text))
      for (const { key, at } of entriesOf(second))
        this.#report(this.names.missingAttribute(text, key.toLowerCase()), at)
  }

  #visitPattern(source: string | undefined, flags = '', at: number): void {
    try {
      for (const feature of patternFeatures(source ?? '', flags)) this.#report(feature, at)
    } catch {
      // With "/" unescaped, for example: its pieces are read like any other text.
    }
  }
}

/** The module goal refuses some scripts, and the script goal all modules. */
const parseAny = (code: string) => {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'script' })
  }
}

const textOf = (node: AnyNode): string | undefined =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

const keyOf = (node: AnyNode): string | undefined => (node.type === 'Identifier' ? node.name : textOf(node))

const entriesOf = ({
  properties,
}: ObjectExpression | Extract<AnyNode, { type: 'ObjectPattern' }>): { key: string; at: number }[] =>
  properties.flatMap((property) => {
    const key = property.type === 'Property' && !property.computed ? keyOf(property.key) : undefined
    return key === undefined ? [] : [{ key, at: property.start }]
  })

const calleeName = ({ callee }: CallExpression | NewExpression): string | undefined => {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && !callee.computed ? keyOf(callee.property) : undefined
}

const isGuarded = (node: AnyNode, parent: AnyNode | undefined): boolean => {
  if (parent?.type === 'UnaryExpression') return parent.operator === 'typeof'
  if (parent?.type === 'CallExpression') return parent.optional && parent.callee === node
  return parent?.type === 'MemberExpression' && parent.optional && parent.object === node
}

import type { AnyNode } from 'acorn'

/** Syntax newer than ES2015 as features of MDN's data under `javascript`. Syntax that acorn doesn't know doesn't parse. */

type NodeOf<Type extends AnyNode['type']> = Extract<AnyNode, { type: Type }>
type Rules = {
  [Type in AnyNode['type']]?: (node: NodeOf<Type>, ancestors: readonly AnyNode[]) => string | false | undefined
}

const operators: Record<string, string> = {
  '**': 'operators.exponentiation',
  '**=': 'operators.exponentiation_assignment',
  '??': 'operators.nullish_coalescing',
  '??=': 'operators.nullish_coalescing_assignment',
  '||=': 'operators.logical_or_assignment',
  '&&=': 'operators.logical_and_assignment',
}

const isFunction = ({ type }: AnyNode): boolean => /Function/.test(type)

const asyncKind = (node: { async: boolean; generator: boolean }): string | false =>
  node.async && (node.generator ? 'statements.async_generator_function' : 'statements.async_function')

const namedByText = (...names: ({ type: string } | null | undefined)[]): boolean =>
  names.some((name) => name?.type === 'Literal')

const rules: Rules = {
  ArrowFunctionExpression: asyncKind,
  AssignmentExpression: ({ operator }) => operators[operator],
  AwaitExpression: (_, ancestors) => !ancestors.some(isFunction) && 'operators.await.top_level',
  BinaryExpression: ({ operator, left }) =>
    operator === 'in' && left.type === 'PrivateIdentifier' ? 'classes.private_class_fields_in' : operators[operator],
  CatchClause: ({ param }) => !param && 'statements.try_catch.optional_catch_binding',
  ChainExpression: () => 'operators.optional_chaining',
  ExportAllDeclaration: ({ exported }) => {
    if (namedByText(exported)) return 'statements.export.arbitrary_module_namespace_identifier_names'
    return exported !== null && exported !== undefined && 'statements.export.namespace'
  },
  ExportSpecifier: ({ local, exported }) =>
    namedByText(local, exported) && 'statements.export.arbitrary_module_namespace_identifier_names',
  ForOfStatement: ({ await: isAwaiting }) => isAwaiting && 'statements.for_await_of',
  FunctionDeclaration: asyncKind,
  FunctionExpression: asyncKind,
  ImportDeclaration: ({ attributes }) => attributes.length > 0 && 'statements.import.import_attributes',
  ImportExpression: ({ options }) => (options ? 'operators.import.options_parameter' : 'operators.import'),
  ImportSpecifier: ({ imported }) =>
    namedByText(imported) && 'statements.import.arbitrary_module_namespace_identifier_names',
  Literal: ({ bigint, value, raw }) => {
    if (typeof bigint === 'string') return 'builtins.BigInt'
    return typeof value === 'number' && raw?.includes('_') && 'grammar.numeric_separators'
  },
  LogicalExpression: ({ operator }) => operators[operator],
  MetaProperty: ({ meta }) => meta.name === 'import' && 'operators.import_meta',
  MethodDefinition: ({ key }) => key.type === 'PrivateIdentifier' && 'classes.private_class_methods',
  PropertyDefinition: (node) => {
    if (node.key.type === 'PrivateIdentifier') return 'classes.private_class_fields'
    return node.static ? 'classes.static.class_fields' : 'classes.public_class_fields'
  },
  RestElement: (_, ancestors) =>
    ancestors.at(-2)?.type === 'ObjectPattern' && 'operators.destructuring.rest_in_objects',
  SpreadElement: (_, ancestors) =>
    ancestors.at(-2)?.type === 'ObjectExpression' && 'operators.object_initializer.spread_properties',
  StaticBlock: () => 'classes.static.initialization_blocks',
  VariableDeclaration: ({ kind }) => {
    if (kind === 'await using') return 'statements.await_using'
    return kind === 'using' && 'statements.using'
  },
}

/** @param ancestors from the root down to the node itself */
export function syntaxOf(node: AnyNode, ancestors: readonly AnyNode[]): string | undefined {
  const feature = (rules[node.type] as Rules['Literal'])?.(node as never, ancestors)
  return feature ? `javascript.${feature}` : undefined
}

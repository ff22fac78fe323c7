/**
 * The JSX runtime of all our apps. A browser's translator replaces text nodes at any time, and React throws, or goes on
 * showing the old words, as soon as it needs a text node of its own again. It makes one only for a text that has a
 * sibling. So here every text is the only child of an element: texts beside each other are joined, a text beside an
 * element gets a `span`. React then sets an element's content and never looks at what is in it
 * (docs/decisions/0220). A component can't return a text as it is: see `TextCheck`. What must stay as it is written is marked
 * for translators.
 */

import type { JSX as ReactJsx, Key, ReactElement, ReactNode } from 'react'
import * as react from 'react/jsx-runtime'

export { Fragment } from 'react/jsx-runtime'

type TextProblem = { 'This component may return a text or its children, which need <>…</> around them': never }

/**
 * What a component lacks that may return a text. Library components pass: a type of React's own (`$$typeof`), or one that
 * returns promises of nodes too.
 */
type TextCheck<C> = C extends { $$typeof: symbol }
  ? unknown
  : C extends (props: never) => infer Returned
    ? [Extract<Returned, Text>] extends [never]
      ? unknown
      : Promise<ReactNode> extends Returned
        ? unknown
        : TextProblem
    : unknown

// TypeScript looks for this namespace here.
// oxlint-disable-next-line typescript/no-namespace
export declare namespace JSX {
  type ElementType = ReactJsx.ElementType
  type Element = ReactJsx.Element
  type ElementClass = ReactJsx.ElementClass
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P> & TextCheck<C>
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>
  type IntrinsicElements = ReactJsx.IntrinsicElements
}

type Props = { children?: ReactNode }
type ElementType = Parameters<typeof react.jsx>[0]

/** @returns an element whose children are texts of its own only where it has no other child */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, forTranslators(type, props), key)
}

/** Like `jsx`, for an element with several children, whose order never changes. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const own = forTranslators(type, props)
  return Array.isArray(own.children) ? react.jsxs(type, own, key) : react.jsx(type, own, key)
}

/** Codes, keys and names within a sentence: no translator may change them (docs/product.md R197). */
const isKept = (type: ElementType): boolean => type === 'code' || type === 'bdi'

/** Replaces the children by ones for which React makes no text node, and marks what no translator may change. */
export function forTranslators(type: ElementType, given: Props): Props {
  const props = isKept(type) ? { translate: 'no', ...given } : given
  const { children } = props
  if (Array.isArray(children)) {
    const text = joined(children)
    if (text === undefined) return { ...props, children: wrapped(type, children) }
    return { ...props, children: ownText(type, text) }
  }
  return isText(children) && hasNoText(type) ? { ...props, children: ownText(type, children) } : props
}

type Text = string | number | bigint

const isText = (child: ReactNode): child is Text =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'

const isNothing = (child: ReactNode): boolean =>
  child === null || child === undefined || typeof child === 'boolean' || child === ''

/** Fragments, Suspense and contexts have no element whose content a text could be. */
const hasNoText = (type: ElementType): boolean =>
  typeof type === 'symbol' ||
  (typeof type === 'object' && (type as { $$typeof?: symbol }).$$typeof === Symbol.for('react.context'))

/** The text of children that are nothing but texts; undefined if there is an element among them. */
const joined = (children: readonly ReactNode[]): string | undefined => {
  let text = ''
  for (const child of children) {
    const part = isNothing(child)
      ? ''
      : isText(child)
        ? String(child)
        : Array.isArray(child)
          ? joined(child)
          : undefined
    if (part === undefined) return undefined
    text += part
  }
  return text
}

const ownText = (type: ElementType, text: Text): ReactNode =>
  hasNoText(type) && text !== '' ? element(type, text, 0) : text

/** Blanks alone have no box (reset.css), because in a flex container they would be an item with gaps. */
const element = (type: ElementType, text: Text, index: number): ReactElement =>
  react.jsx(
    type === 'text' || type === 'tspan' ? 'tspan' : 'span',
    { children: text, 'data-blank': /^ +$/.test(String(text)) ? '' : undefined },
    `text-${index}`,
  )

/** Texts that follow each other share an element, as they share a line; every other child keeps its place. */
const wrapped = (type: ElementType, children: readonly ReactNode[]): ReactNode[] => {
  const result: ReactNode[] = []
  let run = ''
  let start = 0
  const endRun = (): void => {
    if (run !== '') result[start] = element(type, run, start)
    run = ''
  }
  for (const [index, child] of children.entries()) {
    const text = isText(child) ? String(child) : Array.isArray(child) ? joined(child) : undefined
    if (text !== undefined) {
      if (run === '') start = index
      run += text
      result.push(null)
    } else {
      if (!isNothing(child)) endRun()
      result.push(Array.isArray(child) ? wrapped(type, child) : child)
    }
  }
  endRun()
  return result
}

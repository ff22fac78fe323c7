import { fillBrand } from '@kitewise/texts/brand'
import type { LegalNode } from '@kitewise/texts/web/legal-document'
import { createElement, type ReactNode } from 'react'
import { MarkdownLink } from '../../../components/markdown-link.tsx'
import { brand } from '../../../lib/brand.ts'

/** Puts the brand's values where the text says `{{name}}`. The check of the texts knows every name. */
export const withBrand = (text: string): string => fillBrand(text, brand)

const renderNode = (node: LegalNode, index: number): ReactNode => {
  if (typeof node === 'string') return withBrand(node)
  const [tag, children, href] = node
  const inside = children.map(renderNode)
  if (tag === 'a')
    return (
      <MarkdownLink key={index} href={withBrand(href ?? '')}>
        {inside}
      </MarkdownLink>
    )
  return createElement(tag, { key: index }, ...inside)
}

/** Pieces of a legal text as elements. They never change places, so their number is their key. */
export const LegalNodes = ({ nodes }: { nodes: LegalNode[] }) => <>{nodes.map(renderNode)}</>

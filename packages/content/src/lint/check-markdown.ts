import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { error, type Finding } from './finding.ts'
import type { Piece } from './pieces.ts'

/** Those that the product shows as links; anything without a protocol is relative. */
const protocols = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']

function visit(node: Nodes, found: (node: Nodes) => void): void {
  found(node)
  if ('children' in node) for (const child of node.children) visit(child, found)
}

function isAllowedLink(url: string): boolean {
  const [, protocol] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? []
  return protocol === undefined || protocols.includes(protocol.toLowerCase())
}

/** No raw HTML, no pictures, only allowed link protocols. */
export function checkMarkdown(piece: Piece): Finding[] {
  const isMarkdown = piece.key === 'body' || piece.key === 'full'
  const findings: Finding[] = []
  visit(fromMarkdown(piece.text), (node) => {
    const offset = (node.position?.start.line ?? 1) - 1
    // The text of a `key: |` value begins on the line after its key.
    const at = {
      file: piece.file,
      line: piece.line + offset + (piece.key === 'full' && piece.text.includes('\n') ? 1 : 0),
    }
    if (node.type === 'html')
      findings.push(error(at, `${node.value} is raw HTML`, 'Use Markdown alone, or put it in backticks'))
    if (!isMarkdown) return
    if (node.type === 'image')
      findings.push(error(at, 'A picture stands in the text', 'Pictures are covers; describe it'))
    if ((node.type === 'link' || node.type === 'definition') && !isAllowedLink(node.url))
      findings.push(
        error(at, `The link ${node.url} is not allowed`, `Use ${protocols.join(', ')} or a relative address`),
      )
  })
  return findings
}

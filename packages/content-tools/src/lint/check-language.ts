import { countWords, plainText } from '@kitewise/content/reading-time'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { error, type Finding, isForChecklist, type Piece } from './pieces.ts'

/** Short words in almost every paragraph of one language and hardly ever in the others. */
const functionWords: Record<string, string> = {
  en: 'the and you to is it of what your this that for with who an in on are not',
  es: 'el los las que para una con por tu es del lo qué se no su más',
  fr: 'le les des une est vous pour dans avec que qui votre pas sur et du au',
  pt: 'os das uma para com você não que seu sua em ao mais é por do da',
  tr: 've bir bu için ile ama çok daha gibi size sizin değil var',
}

/** Frequent in a language, but in others too: evidence for the language of the file, never against it. */
const sharedWords: Record<string, string> = { tr: 'de da ne mi' }

const scripts: Record<string, RegExp> = {
  ua: /\p{Script=Cyrillic}/u,
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
}

const onlyRussian = /[ыэъё]/i
const fewest = 25

function countWordsOf(list: string | undefined, text: string): number {
  const known = new Set(list?.split(' '))
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => known.has(word)).length
}

/** The language that a longer text seems to be in, if it isn't the expected one. */
export function findOtherLanguage(text: string, language: string): string | null {
  const script = scripts[language]
  const letters = text.match(/\p{L}/gu) ?? []
  if (script) {
    const own = letters.filter((letter) => script.test(letter)).length
    if (letters.length >= 12 && own / letters.length < 0.5) return 'another script'
    return language === 'ua' && onlyRussian.test(text) ? 'Russian' : null
  }
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  if (letters.length >= 12 && foreign / letters.length > 0.3) return 'another script'
  if (countWords(text) < fewest) return null
  const own = countWordsOf(functionWords[language], text) + countWordsOf(sharedWords[language], text)
  const others = Object.keys(functionWords).filter((other) => other !== language)
  return others.find((other) => countWordsOf(functionWords[other], text) > Math.max(own * 1.5, 3)) ?? null
}

export function checkLanguage(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  const other = findOtherLanguage(plainText(piece.text), piece.language)
  if (!other) return []
  return [
    error(
      piece,
      `${piece.key} seems to be in ${other}, not in ${piece.language}`,
      'Write it in the language of the file',
    ),
  ]
}

/** Protocols that the product shows as links (docs/product.md R114). */
const protocols = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']

function visit(node: Nodes, found: (node: Nodes) => void): void {
  found(node)
  if ('children' in node) for (const child of node.children) visit(child, found)
}

function isAllowedLink(url: string): boolean {
  const [, protocol] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? []
  return protocol === undefined || protocols.includes(protocol.toLowerCase())
}

/** No raw HTML, no images, only allowed link protocols. */
export function checkMarkdown(piece: Piece): Finding[] {
  const isMarkdown = piece.key === 'body' || piece.key === 'full'
  const findings: Finding[] = []
  visit(fromMarkdown(piece.text), (node) => {
    const offset = (node.position?.start.line ?? 1) - 1
    // The text of a `key: |` value starts on the line after its key.
    const at = {
      file: piece.file,
      line: piece.line + offset + (piece.key === 'full' && piece.text.includes('\n') ? 1 : 0),
    }
    if (node.type === 'html')
      findings.push(error(at, `${node.value} is raw HTML`, 'Use Markdown alone, or put it in backticks'))
    if (!isMarkdown) return
    if (node.type === 'image') findings.push(error(at, 'The text has a picture', 'Pictures are covers; describe it'))
    if ((node.type === 'link' || node.type === 'definition') && !isAllowedLink(node.url))
      findings.push(
        error(at, `The link ${node.url} is not allowed`, `Use ${protocols.join(', ')} or a relative address`),
      )
  })
  return findings
}

import { plainText } from '../reading-time.ts'
import { type Finding, warning } from './finding.ts'
import { isForChecklist, type Piece } from './pieces.ts'

const rules: Record<string, { pattern: RegExp; what: string; fix: string }[]> = {
  fr: [
    {
      pattern: /[\p{L}\p{N}][?!;»]|[\p{L}\p{N}] [?!;]/u,
      what: 'has no narrow no-break space before ? ! ;',
      fix: 'Use U+202F',
    },
  ],
  es: [
    { pattern: /(?:^|[.!?\n])[^¿.!?\n]*\?/u, what: 'has ? without ¿', fix: 'Open the question with ¿' },
    { pattern: /(?:^|[.!?\n])[^¡.!?\n]*!/u, what: 'has ! without ¡', fix: 'Open the exclamation with ¡' },
  ],
  ja: [
    {
      pattern: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][.,?!]/u,
      what: 'has Latin punctuation',
      fix: 'Use 。、？！',
    },
  ],
}

/** Punctuation as each language writes it. */
export function checkTypography(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  const text = plainText(piece.text)
  const broken = (rules[piece.language] ?? []).filter(({ pattern }) => pattern.test(text))
  return broken.map(({ what, fix }) => warning(piece, `${piece.key} ${what}`, fix))
}

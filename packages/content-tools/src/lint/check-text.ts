import { plainText } from '@kitewise/content/reading-time'
import type { ContentSource } from '@kitewise/content/source'
import { z } from 'zod'
import { type Finding, warning, isForChecklist, listPieces, type Piece } from './pieces.ts'
import { longestAlt } from './text-limits.ts'

/** Alternative texts are short and start with what the picture shows. */
export function checkAltText(piece: Piece): Finding[] {
  if (piece.key !== 'imageAlt') return []
  const findings: Finding[] = []
  if (piece.text.length > longestAlt)
    findings.push(warning(piece, `imageAlt has ${piece.text.length} characters`, `At most ${longestAlt}`))
  if (/^(?:a |an |the )?(?:picture|image|photo|illustration|drawing) of\b/i.test(piece.text))
    findings.push(warning(piece, 'imageAlt says that it is a picture', 'Begin with what is to be seen'))
  return findings
}

const products =
  /\b(?:ChatGPT|GPT-?\d\w*|OpenAI|Claude|Anthropic|Gemini|Copilot|Midjourney|DALL-?E|Mistral|Perplexity|DeepSeek|Grok|Siri|Alexa)\b/i
/** Only with a capital, and in Spanish, where "llama" is a common verb, only with a version. */
const llama = (language: string) => (language === 'es' ? /\bLlama[ -]?\d/ : /\bLlama\b/)
const soonOld = /\b(?:latest|currently|nowadays|state[- ]of[- ]the[- ]art|cutting[- ]edge|brand[- ]new|recently)\b/i
const year = /\b(?:19|20)\d\d\b/

/** Rule 11: nothing that ages. Tasks may contain prices and years. */
export function checkEvergreen(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  const text = plainText(piece.text)
  const found: [RegExp, string][] = [
    [products, 'names a product'],
    [llama(piece.language), 'names a product'],
    [soonOld, 'will be old soon'],
  ]
  if (!['prompt', 'repair', 'fact'].includes(piece.kind)) found.push([year, 'names a year'])
  return found.flatMap(([pattern, why]) => {
    const [word] = pattern.exec(text) ?? []
    return word ? [warning(piece, `${piece.key}: "${word}" ${why}`, 'Say it so that it stays true')] : []
  })
}

/** glossary/<language>.yml: the English term, its translation, its meaning, and forms to avoid. */
export const glossaryFile = z.strictObject({
  terms: z.array(
    z.strictObject({
      term: z.string(),
      word: z.string(),
      definition: z.string(),
      avoid: z.array(z.string()).optional(),
    }),
  ),
})

export type Glossary = z.infer<typeof glossaryFile>

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** One word per term: finds the forms that the glossary avoids. */
export function checkGlossary(piece: Piece, glossaries: ReadonlyMap<string, Glossary>): Finding[] {
  if (isForChecklist(piece)) return []
  const terms = glossaries.get(piece.language)?.terms ?? []
  return terms.flatMap(({ word, avoid = [] }) =>
    avoid
      .filter((form) => new RegExp(String.raw`(?<!\p{L})${escape(form)}(?!\p{L})`, 'iu').test(piece.text))
      .map((form) => warning(piece, `${piece.key} says "${form}"`, `The glossary says "${word}"`)),
  )
}

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

/** Each language's own punctuation. */
export function checkTypography(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  const text = plainText(piece.text)
  const broken = (rules[piece.language] ?? []).filter(({ pattern }) => pattern.test(text))
  return broken.map(({ what, fix }) => warning(piece, `${piece.key} ${what}`, fix))
}

const size = 4
const most = 0.5

function listRuns(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return new Set(words.slice(0, -size + 1).map((_, index) => words.slice(index, index + size).join(' ')))
}

/** Near-duplicate practices, by runs of four words. English only, because the others are translations. */
export function checkDuplicates(source: ContentSource): Finding[] {
  const tasks = listPieces(source)
    // The two forms of a skill check are alike on purpose.
    .filter(({ kind }) => kind !== 'item')
    .filter(({ language, key }) => language === source.locales.fallback && (key === 'full' || key === 'question'))
    .map((piece) => ({ piece, runs: listRuns(piece.text) }))
    .filter(({ runs }) => runs.size >= 3)
  return tasks.flatMap(({ piece, runs }, index) =>
    tasks.slice(0, index).flatMap((other) => {
      const shared = [...runs].filter((run) => other.runs.has(run)).length
      if (shared / Math.min(runs.size, other.runs.size) <= most) return []
      const what = `This ${piece.key} is nearly that of ${other.piece.file}:${other.piece.line}`
      return [warning(piece, what, 'Take another scene')]
    }),
  )
}

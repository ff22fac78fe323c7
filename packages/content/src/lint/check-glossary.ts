import { z } from 'zod'
import { warning, type Finding } from './finding.ts'
import { isForChecklist, type Piece } from './pieces.ts'

/** glossary/<language>.yml: the English term, how this language says it, what it means, and forms to avoid. */
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

/** A term has one word; the forms that the glossary avoids confuse learners. */
export function checkGlossary(piece: Piece, glossaries: ReadonlyMap<string, Glossary>): Finding[] {
  if (isForChecklist(piece)) return []
  const terms = glossaries.get(piece.language)?.terms ?? []
  return terms.flatMap(({ word, avoid = [] }) =>
    avoid
      .filter((form) => new RegExp(String.raw`(?<!\p{L})${escape(form)}(?!\p{L})`, 'iu').test(piece.text))
      .map((form) => warning(piece, `${piece.key} says "${form}"`, `The glossary says "${word}"`)),
  )
}

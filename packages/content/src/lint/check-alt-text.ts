import { warning, type Finding } from './finding.ts'
import type { Piece } from './pieces.ts'

/** Alternative texts are short and begin with what is to be seen. */
export function checkAltText(piece: Piece): Finding[] {
  if (piece.key !== 'imageAlt') return []
  const findings: Finding[] = []
  if (piece.text.length > 120)
    findings.push(warning(piece, `imageAlt has ${piece.text.length} characters`, 'At most 120'))
  if (/^(?:a |an |the )?(?:picture|image|photo|illustration|drawing) of\b/i.test(piece.text))
    findings.push(warning(piece, 'imageAlt says that it is a picture', 'Begin with what is to be seen'))
  return findings
}

import { copiedShare, isPartlyCopied } from './gates/gate-copy.ts'
import { meetCriterion, type Finding } from './meet-criterion.ts'
import type { Reading } from './read-texts.ts'
import type { RubricWithWords } from './rubric.ts'
import { readText } from './text/read-text.ts'

/** One phrase may carry two criteria, no more: it should not fill the list alone. */
const mostUses = 2

/**
 * How far a prompt meets each criterion, in rubric order. Where a good part of the prompt is the task's own
 * instruction, only the rest is looked at.
 */
export function meetCriteria(reading: Reading, rubric: RubricWithWords): Finding[] {
  const copied = copiedShare(reading.prompt, reading.task, rubric)
  const prompt = isPartlyCopied(copied) ? readText(copied.newPart, reading.prompt.language) : reading.prompt
  const uses = new Map<string, number>()
  return rubric.criteria.map((criterion) => {
    const finding = meetCriterion(prompt, criterion, rubric)
    if (finding.met === 0 || criterion.of?.length) return finding
    const free = finding.places.find((place) => (uses.get(placeKey(place)) ?? 0) < mostUses)
    if (!free) return { ...finding, met: 0, found: [] }
    uses.set(placeKey(free), (uses.get(placeKey(free)) ?? 0) + 1)
    return finding
  })
}

function placeKey(place: { start: number; end: number }): string {
  return `${place.start}-${place.end}`
}

import { copiedShare, isPartlyCopied } from './gates/gate-copy.ts'
import { meetCriterion, type Finding } from './meet-criterion.ts'
import type { Reading } from './read-texts.ts'
import type { Criterion, RubricWithWords } from './rubric.ts'
import { mendTypos } from './text/mend-typos.ts'
import { flattenText, foldText } from './text/fold-text.ts'
import { readText, type ReadText } from './text/read-text.ts'
import { remember } from './remember.ts'

/** One phrase may carry two criteria, no more: it should not fill the list alone. */
const mostUses = 2
const mostRubrics = 500
const wordsOfFacts = remember<string[]>(mostRubrics)

/** The words of the facts that a prompt in a language may pass on. */
function expectedWords(rubric: RubricWithWords, language: string): string[] {
  const own = Object.entries(rubric.facts ?? {}).flatMap(([id, { forms = [] }]) => rubric.words.facts?.[id] ?? forms)
  const foreign = Object.values(rubric.elsewhere?.[language]?.facts ?? {}).flat()
  const forms = [...own, ...foreign].join(' ')
  return wordsOfFacts(forms, () => flattenText(foldText(forms)).match(/\p{L}{5,}/gu) ?? [])
}

/** A criterion that a prompt does not meet as typed is tried again with slips of the keyboard mended. */
function meetInEither(
  typed: ReadText,
  mended: ReadText | null,
  criterion: Criterion,
  rubric: RubricWithWords,
): Finding {
  const asTyped = meetCriterion(typed, criterion, rubric)
  if (asTyped.met === 1 || !mended) return asTyped
  const asMeant = meetCriterion(mended, criterion, rubric)
  return asMeant.met > asTyped.met ? asMeant : asTyped
}

/**
 * How far a prompt meets each criterion, in rubric order. Where a good part of the prompt is the task's own
 * instruction, only the rest is looked at.
 */
export function meetCriteria(reading: Reading, rubric: RubricWithWords): Finding[] {
  const copied = copiedShare(reading.prompt, reading.task, rubric)
  const { language } = reading.prompt
  const prompt = isPartlyCopied(copied) ? readText(copied.newPart, language) : reading.prompt
  const mended = mendTypos(prompt, reading.task, expectedWords(rubric, language))
  const uses = new Map<string, number>()
  return rubric.criteria.map((criterion) => {
    const finding = meetInEither(prompt, mended, criterion, rubric)
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

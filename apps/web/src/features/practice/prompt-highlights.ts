import type { EvaluatedPoint, Span } from '@kitewise/contract/entities'

type Look = 'plain' | 'said' | 'wrong'
type Run = { from: number; text: string; look: Look }

const isIn = (spans: readonly Span[], place: number): boolean => spans.some(([from, to]) => from <= place && place < to)

/** The words of the prompt to underline: found ones, and wrong values. A guess is not underlined. */
export function highlight(prompt: string, points: readonly EvaluatedPoint[]): Run[] {
  const said = points.filter(({ state }) => state === 'found' || state === 'shown').flatMap(({ spans }) => spans)
  const wrong = points.filter(({ state }) => state === 'wrong').flatMap(({ spans }) => spans)
  const cuts = new Set([0, prompt.length, ...[...said, ...wrong].flat()].filter((cut) => cut <= prompt.length))
  const places = [...cuts].sort((one, other) => one - other)
  const lookAt = (from: number): Look => (isIn(wrong, from) ? 'wrong' : isIn(said, from) ? 'said' : 'plain')

  const runs: Run[] = []
  for (const [index, from] of places.slice(0, -1).entries()) {
    const text = prompt.slice(from, places[index + 1])
    const look = lookAt(from)
    const last = runs.at(-1)
    if (last?.look === look) last.text += text
    else runs.push({ from, text, look })
  }
  return runs
}

/** Spans sorted by position; overlapping ones are merged. */
const joinSpans = (spans: readonly Span[]): Span[] => {
  const joined: Span[] = []
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** The learner's words for a point; empty if the prompt has none. */
export function quoteOf(prompt: string, spans: readonly Span[]): string {
  return joinSpans(spans)
    .map(([from, to]) => prompt.slice(from, to).trim())
    .filter((words) => words !== '')
    .join(' … ')
}

import { evaluate, isSeen, passes, showAll, type Sets } from './measure.ts'

/** What the checklist missed in the open half, one line each. */
export const listMisses = ({ open, gated, lookAlikes }: Sets): string[] => [
  ...open.flatMap((example) => {
    const { points, gate } = evaluate(example)
    const lines = gate === null ? [] : [`${example.id} is gated: ${gate}`]
    for (const [id, quotes] of Object.entries(example.points)) {
      const point = points.find((own) => own.id === id)
      const said = (point?.spans ?? []).map(([from, to]) => example.prompt.slice(from, to)).join(' | ')
      if (quotes.length > 0 && !(id in example.wrong) && !isSeen(point))
        lines.push(
          `${example.id} ${example.task} does not see ${id} (${point?.state ?? 'no such point'} ${said}): ${quotes.join(' | ')}`,
        )
      if (quotes.length === 0 && point?.state === 'found' && said !== '')
        lines.push(`${example.id} ${example.task} invents ${id}: ${said}`)
    }
    if (example.kind === 'complete') {
      const shown = showAll(example)
      if (!passes(shown)) {
        const left = shown.points.filter(({ state }) => state === 'missing' || state === 'wrong')
        lines.push(
          `${example.id} does not pass once shown: ${left.map(({ id, state, note }) => `${id} ${state} ${note ?? ''}`).join('; ')}`,
        )
      }
    }
    for (const [id, quote] of Object.entries(example.wrong)) {
      const point = points.find((own) => own.id === id)
      if (point?.state !== 'wrong')
        lines.push(`${example.id} ${example.task} does not name the wrong ${id}: ${quote} (${point?.state})`)
    }
    return lines
  }),
  ...gated.flatMap((example) => {
    const { gate } = evaluate(example)
    return gate === null ? [`${example.id} is not gated as ${example.gate}: ${example.prompt.slice(0, 100)}`] : []
  }),
  ...lookAlikes.flatMap((example) => {
    const { gate } = evaluate(example)
    return gate === null ? [] : [`${example.id} is gated as ${gate}: ${example.prompt.slice(0, 100)}`]
  }),
]

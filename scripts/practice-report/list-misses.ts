import { evaluate, isSeen, passes, showAll, type Labeled, type Sets } from './measure.ts'

const missedPoints = (example: Labeled): string[] => {
  const { points } = evaluate(example)
  return Object.entries(example.points).flatMap(([id, quotes]) => {
    const point = points.find((own) => own.id === id)
    const said = (point?.spans ?? []).map(([from, to]) => example.prompt.slice(from, to)).join(' | ')
    const isThere = quotes.length > 0 && !(id in example.wrong)
    if (isThere && !isSeen(point))
      return [`does not see ${id} (${point?.state ?? 'no such point'}): ${quotes.join(' | ')}`]
    return quotes.length === 0 && point?.state === 'found' && said !== '' ? [`invents ${id}: ${said}`] : []
  })
}

const missedPass = (example: Labeled): string[] => {
  const shown = showAll(example)
  if (example.kind !== 'complete' || passes(shown)) return []
  const left = shown.points.filter(({ state }) => state === 'missing' || state === 'wrong')
  return [`does not pass once shown: ${left.map(({ id, note }) => `${id} ${note ?? ''}`).join('; ')}`]
}

const missedValues = (example: Labeled): string[] => {
  const { points } = evaluate(example)
  return Object.entries(example.wrong).flatMap(([id, quote]) =>
    points.some((point) => point.id === id && point.state === 'wrong')
      ? []
      : [`does not name the wrong ${id}: ${quote}`],
  )
}

/** What the checklist missed in the open half, one line each. */
export function listMisses({ open, gated, lookAlikes }: Sets): string[] {
  return [
    ...open.flatMap((example) =>
      [missedPoints, missedPass, missedValues]
        .flatMap((find) => find(example))
        .map((line) => `${example.id} ${example.task} ${line}`),
    ),
    ...gated.flatMap((example) =>
      evaluate(example).gate === null
        ? [`${example.id} is not gated as ${example.gate}: ${example.prompt.slice(0, 100)}`]
        : [],
    ),
    ...lookAlikes.flatMap((example) => {
      const { gate } = evaluate(example)
      return gate === null ? [] : [`${example.id} is gated as ${gate}: ${example.prompt.slice(0, 100)}`]
    }),
  ]
}

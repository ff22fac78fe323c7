import { measureAgreement, type Labelled } from './measure-agreement.ts'
import { bootstrapInterval } from './bootstrap-interval.ts'
import { scoreLabelledPrompts } from './score-labelled-prompts.ts'

/**
 * Says how far the embedded evaluator, without author rubrics, agrees with labelled prompts: `npm run evaluate-prompts:report`, or with
 * paths of other files in the same form. Per file and part, language and kind, with a 95 % interval from 1,000 bootstrap samples.
 */
const data = new URL('../packages/evaluator/data/', import.meta.url)
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [new URL('dev-prompts.jsonl', data), new URL('own-prompts.jsonl', data)]

const number = (value: number) => value.toFixed(2)

function row(name: string, pairs: readonly Labelled[]): string {
  const measured = measureAgreement(pairs)
  const cells = [
    name.padEnd(22),
    String(measured.count).padStart(4),
    number(measured.accuracy),
    number(measured.weightedKappa).padStart(5),
    number(measured.precision),
    number(measured.recall),
    `${measured.adversarialPasses}/${measured.adversarial}`.padStart(6),
    `${measured.nearMissPasses}/${measured.nearMisses}`.padStart(6),
  ]
  return cells.join('  ')
}

function rowsBy(pairs: readonly Labelled[], key: 'language' | 'kind'): string[] {
  return [...new Set(pairs.map((pair) => pair[key]))].sort().map((value) =>
    row(
      `  ${key} ${value}`,
      pairs.filter((pair) => pair[key] === value),
    ),
  )
}

function report(name: string, pairs: readonly Labelled[]): string {
  const accuracy = bootstrapInterval(pairs, (sample) => measureAgreement(sample).accuracy)
  const kappa = bootstrapInterval(pairs, (sample) => measureAgreement(sample).weightedKappa)
  const interval = `  95 % interval: accuracy ${accuracy.map(number).join('–')}, QWK ${kappa.map(number).join('–')}`
  return [row(name, pairs), interval, ...rowsBy(pairs, 'language'), ...rowsBy(pairs, 'kind')].join('\n')
}

console.log(`${'file (part)'.padEnd(22)}     n   acc    QWK  prec   rec  advers  near-miss passes`)
for (const file of files) {
  const scored = scoreLabelledPrompts(file)
  const name = String(file).split('/').at(-1) ?? ''
  for (const split of new Set(scored.map((line) => line.split)))
    console.log(
      `\n${report(
        split ? `${name.replace('.jsonl', '')} (${split})` : name,
        scored.filter((line) => line.split === split),
      )}`,
    )
}

import { bootstrapInterval } from '../bootstrap-interval.ts'
import { measureAgreement, type Labelled } from '../measure-agreement.ts'

const nameWidth = 32
const nothing = '   –'

const number = (value: number) => value.toFixed(2)
const among = (part: number, whole: number) => (whole === 0 ? '–' : `${part}/${whole}`).padStart(6)

/** The names of the columns that `reportAgreement` writes. */
export const columnNames = `${''.padEnd(nameWidth)}   n   acc    QWK  prec   rec  short  advers   near`

/** One line of measures. QWK says nothing where all labels are alike, nor recall where nothing is good: a dash. */
function row(name: string, pairs: readonly Labelled[]): string {
  const measured = measureAgreement(pairs)
  const labels = new Set(pairs.map(({ label }) => label))
  const good = pairs.some(({ label }) => label > 3)
  return [
    name.padEnd(nameWidth),
    String(measured.count).padStart(3),
    number(measured.accuracy),
    (labels.size > 1 ? number(measured.weightedKappa) : nothing).padStart(5),
    good ? number(measured.precision) : nothing,
    good ? number(measured.recall) : nothing,
    measured.shortGood > 0 ? number(measured.shortRecall) : nothing,
    among(measured.adversarialPasses, measured.adversarial),
    among(measured.nearMissPasses, measured.nearMisses),
  ].join('  ')
}

function rowsBy(pairs: readonly Labelled[], key: 'language' | 'kind'): string[] {
  const values = [...new Set(pairs.map((pair) => pair[key]))].sort()
  return values.map((value) =>
    row(
      `  ${key} ${value}`,
      pairs.filter((pair) => pair[key] === value),
    ),
  )
}

/** The measures of some lines, their 95 % intervals from 1,000 bootstrap samples, and the measures per language and kind. */
export function reportAgreement(name: string, pairs: readonly Labelled[]): string {
  const accuracy = bootstrapInterval(pairs, (sample) => measureAgreement(sample).accuracy)
  const kappa = bootstrapInterval(pairs, (sample) => measureAgreement(sample).weightedKappa)
  const interval = `  95 % interval: accuracy ${accuracy.map(number).join('–')}, QWK ${kappa.map(number).join('–')}`
  return [row(name, pairs), interval, ...rowsBy(pairs, 'language'), ...rowsBy(pairs, 'kind')].join('\n')
}

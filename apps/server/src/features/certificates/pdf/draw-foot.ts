import { dateInSentence } from '@kitewise/rules/calendar-day'
import { type CertificatePaper, wordsOf } from './certificate-paper.ts'
import { fitText } from './lay-out-text.ts'
import { left, type Tell } from './page.ts'
import { palette } from './palette.ts'
import { drawLines, type Pen } from './pen.ts'

const fieldWidth = 170
const valueSteps: [number, number][] = [
  [12, 1],
  [10, 2],
]
const numberSteps: [number, number][] = [[9.5, 1]]

/** With the month as a word, in English too: the paper is shown to people who write dates in other ways. @param day YYYY-MM-DD */
const dayText = (day: string, locale: string): string => {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  if (locale !== 'en') return dateInSentence(atMs / 1000, locale)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(atMs)
}

/** When, by whom, and the number. */
export const drawFoot = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { texts, locale } = wordsOf(paper)
  const fields = [
    { label: texts.date, value: dayText(paper.issuedOn, locale), weight: 'bold' },
    { label: texts.issuer, value: paper.brand.company, weight: 'bold' },
    { label: texts.number, value: paper.id, weight: 'regular' },
  ] as const
  for (const [index, { label, value, weight }] of fields.entries()) {
    const x = left + index * fieldWidth
    const box = { width: index === 2 ? 2 * fieldWidth : fieldWidth - 12, locale }
    const steps = weight === 'bold' ? valueSteps : numberSteps
    const text = fitText(value, { steps, weight }, box, pen.measure)
    tell('P', () => pen.line(label, { x, y: 520 }, { size: 10, weight: 'regular', color: palette.inkSoft }))
    tell('P', () => drawLines(pen, text, { x, y: 538, color: palette.ink }))
  }
}

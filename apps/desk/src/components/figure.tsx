import { useId } from 'react'
import styles from './figure.module.css'

type Point = { label: string; value: number }

type Parts = {
  title: string
  /** In the order of the horizontal axis. */
  points: readonly Point[]
  /** A value as text, with its unit. */
  format: (value: number) => string
}

const [width, height, top, foot] = [640, 180, 22, 20]
/** Of a label's character, and between two labels. */
const [characterWidth, gap] = [6, 12]

/** A bar chart. Its text alternative is the table below it, with every value. */
export function Figure({ title, points, format }: Parts) {
  const id = useId()
  const values = points.map(({ value }) => value)
  const [most, least] = [Math.max(0, ...values) || 1, Math.min(0, ...values)]
  const yOf = (value: number) => top + ((most - value) / (most - least)) * (height - top - foot)
  const step = width / Math.max(1, points.length)
  const labelEvery = spaceLabels(points)
  const largest = points.reduce((best, { value }, index) => (value > (points[best]?.value ?? 0) ? index : best), 0)
  return (
    <figure className={styles.figure}>
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id} className={styles.chart}>
        <line className={styles.axis} x1="0" x2={width} y1={yOf(0)} y2={yOf(0)} />
        {points.map(({ label, value }, index) => (
          <g key={label}>
            <rect
              className={value < 0 ? styles.below : styles.bar}
              x={index * step + step * 0.15}
              width={step * 0.7}
              y={Math.min(yOf(0), yOf(value))}
              height={Math.abs(yOf(value) - yOf(0))}
              rx="2"
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
            {index === largest && value > 0 ? (
              <text
                className={styles.value}
                x={within((index + 0.5) * step, 60)}
                y={yOf(value) - 6}
                textAnchor="middle"
              >
                {format(value)}
              </text>
            ) : null}
            {index % labelEvery === 0 ? (
              <text className={styles.label} x={within((index + 0.5) * step, 20)} y={height - 4} textAnchor="middle">
                {label}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <details>
        <summary>{`${title}, as a table`}</summary>
        <table className={styles.table}>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** One label for so many points, so that labels don't touch. */
const spaceLabels = (points: readonly Point[]): number => {
  const longest = Math.max(1, ...points.map(({ label }) => label.length))
  return Math.ceil((points.length * (longest * characterWidth + gap)) / width)
}

/** Keeps a text at the first or the last bar inside the picture. */
const within = (x: number, halfWidth: number): number => Math.min(width - halfWidth, Math.max(halfWidth, x))

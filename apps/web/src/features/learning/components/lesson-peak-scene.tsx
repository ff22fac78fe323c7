import { CertificateArt } from '../../../components/certificate-art.tsx'
import { KitePanels } from '../../../components/kite.tsx'
import type { LessonMoment } from '../lesson-moment.ts'
import styles from './lesson-peak.module.css'

/** Where the two lessons before, this one and the next one are on the string. */
const places = [
  { x: 40, y: 266 },
  { x: 112, y: 232 },
  { x: 178, y: 160 },
  { x: 284, y: 58 },
] as const

/** The kite climbs from the knot before to the one of this lesson. */
export function LessonScene({ at, knots }: Pick<LessonMoment, 'at' | 'knots'>) {
  return (
    <svg className={styles.scene} viewBox="0 -16 320 306" focusable="false">
      <circle className={styles.disc} cx="208" cy="104" r="104" />
      <path className={styles.wind} d="M24 70c20 8 36 6 54-6M14 106c26 10 46 8 70-6M242 232c18 6 32 4 48-6" />
      <path className={styles.ahead} d="M178 160C202 132 246 96 284 58" />
      <path className={styles.string} d="M40 266c30-2 52-14 72-34s46-44 66-72" />
      {places.map(({ x, y }, index) => {
        const knot = knots[at - 2 + index]
        if (!knot) return null
        const look = index === 2 ? styles.newKnot : styles.knot
        return <circle key={knot.id} className={knot.isDone ? look : styles.openKnot} cx={x} cy={y} r="9" />
      })}
      <g className={styles.climber}>
        <g transform="translate(178 152) rotate(24) scale(5.6) translate(-18 -24)">
          <KitePanels />
        </g>
      </g>
    </svg>
  )
}

const samples = 48

/** The string of a course, from the ground up. `part` is 0 to 1. */
const placeOn = (part: number) => ({ x: 160 - 100 * Math.sin(part * Math.PI * 2.2), y: 262 - 190 * part })

const lineBetween = (from: number, to: number): string =>
  Array.from({ length: samples + 1 }, (_, index) => {
    const { x, y } = placeOn(from + ((to - from) * index) / samples)
    return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }).join('')

/** Every lesson of the course is a knot; the kite flies at this one. A whole course ends with its certificate. */
export function CourseScene({ kind, at, knots }: Pick<LessonMoment, 'kind' | 'at' | 'knots'>) {
  const partOf = (index: number): number => (knots.length > 1 ? index / (knots.length - 1) : 1)
  const kite = placeOn(partOf(at))
  return (
    <svg className={styles.scene} viewBox="0 -16 320 306" focusable="false">
      <circle className={styles.bigSun} cx="160" cy="128" r="116" />
      <path className={styles.ahead} d={lineBetween(partOf(at), 1)} />
      <path className={styles.string} d={lineBetween(0, partOf(at))} />
      {knots.map(({ id, isDone, endsLevel }, index) => {
        const { x, y } = placeOn(partOf(index))
        return (
          <circle
            key={id}
            className={isDone ? styles.lit : styles.openKnot}
            style={{ animationDelay: `${200 + 900 * partOf(index)}ms` }}
            cx={x}
            cy={y}
            r={endsLevel ? 9 : 6}
          />
        )
      })}
      <g className={styles.arriving}>
        <g transform={`translate(${kite.x} ${kite.y - 6}) rotate(14) scale(4) translate(-18 -24)`}>
          <KitePanels />
        </g>
      </g>
      {kind === 'course' && <Certificate />}
    </svg>
  )
}

/** In small, with bars for words, what the certificate's own page shows. */
const Certificate = () => (
  <g className={styles.certificate} data-paper="light" data-drawn>
    <g transform="translate(160 196) rotate(-3) scale(0.318) translate(-421 -298)">
      <rect className={styles.shadow} x="14" y="22" width="842" height="596" rx="26" />
      <rect className={styles.sheet} width="842" height="596" rx="26" />
      <CertificateArt />
      <g transform="translate(58 46) scale(1.7)">
        <KitePanels />
      </g>
      <rect className={styles.written} x="64" y="160" width="250" height="26" rx="13" />
      <rect className={styles.name} x="64" y="226" width="430" height="52" rx="26" />
      <rect className={styles.course} x="64" y="330" width="330" height="34" rx="17" />
    </g>
  </g>
)

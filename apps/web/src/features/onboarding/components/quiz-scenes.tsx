import { KitePanels } from '../../../components/kite.tsx'
import styles from './quiz-pictures.module.css'

export type SceneName = 'promise' | 'fiveMinutes' | 'practice' | 'next' | 'climb' | 'letter'

/**
 * A flat picture without words, 400 × 400, cropped to its frame: what matters lies between 90 and 310.
 * @param progress 0 to 1, how far the kite has climbed in `climb`
 */
export function Scene({ name, progress = 0 }: { name: SceneName; progress?: number }) {
  return (
    <svg
      className={styles.scene}
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {name === 'promise' && <Promised />}
      {name === 'fiveMinutes' && <Cup />}
      {name === 'practice' && <Speech />}
      {name === 'next' && <Path />}
      {name === 'climb' && <Climb progress={progress} />}
      {name === 'letter' && <Letter />}
    </svg>
  )
}

/** @param x of the lower tip */
const Kite = ({ x, y, size, turn }: { x: number; y: number; size: number; turn: number }) => (
  <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
    <g className={styles.floating}>
      <g transform="translate(-18 -24)">
        <KitePanels />
      </g>
    </g>
  </g>
)

const Bow = ({ x, y, turn, className }: { x: number; y: number; turn: number; className: string | undefined }) => (
  <path className={className} transform={`translate(${x} ${y}) rotate(${turn})`} d="M0 0l-10-7V7zM0 0l10-7V7z" />
)

const Cloud = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <path
    className={styles.cloud}
    transform={`translate(${x} ${y}) scale(${size})`}
    d="M-34 14a14 14 0 0 1 3-27 20 20 0 0 1 37-6 16 16 0 0 1 26 13 11 11 0 0 1-1 20z"
  />
)

const Hills = () => (
  <>
    <path className={styles.farHill} d="M0 318C70 268 130 262 200 292S330 306 400 262V400H0z" />
    <path className={styles.nearHill} d="M0 344C90 306 150 326 220 336S340 322 400 330V400H0z" />
  </>
)

const Promised = () => (
  <>
    <circle className={styles.sun} cx="366" cy="262" r="24" />
    <Cloud x={230} y={130} size={0.9} />
    <Cloud x={70} y={104} size={0.6} />
    <Hills />
    <path className={styles.string} d="M120 330C190 322 236 300 262 268S296 234 312 218" />
    <Bow x={196} y={314} turn={-16} className={styles.bowSun} />
    <Bow x={252} y={280} turn={-44} className={styles.bowTail} />
    <Kite x={312} y={218} size={3.6} turn={24} />
  </>
)

const Cup = () => (
  <>
    <circle className={styles.sun} cx="92" cy="158" r="30" />
    <Cloud x={318} y={128} size={0.8} />
    <path className={styles.table} d="M0 282H400V400H0z" />
    <path className={styles.steam} d="M176 176c-9-12 9-20 0-34M206 176c-9-12 9-20 0-34" />
    <path className={styles.white} d="M142 188h98v48a44 44 0 0 1-44 44h-10a44 44 0 0 1-44-44z" />
    <path className={styles.handle} d="M240 202h10a19 19 0 0 1 0 38h-12" />
    <path className={styles.tea} d="M152 196h78v7h-78z" />
    <ellipse className={styles.shade} cx="191" cy="284" rx="72" ry="7" />
    <rect className={styles.device} x="286" y="196" width="56" height="92" rx="11" />
    <path className={styles.bubble} d="M296 212h36v24h-20l-9 8v-8h-7z" />
    <path className={styles.reply} d="M302 254h30v16h-30z" />
  </>
)

const Speech = () => (
  <>
    <Cloud x={60} y={124} size={0.7} />
    <path
      className={styles.white}
      d="M76 118h232a18 18 0 0 1 18 18v94a18 18 0 0 1-18 18H168l-38 34v-34H76a18 18 0 0 1-18-18v-94a18 18 0 0 1 18-18z"
    />
    {[150, 182, 214].map((y, index) => (
      <g key={y}>
        <circle className={index < 2 ? styles.lit : styles.unlit} cx="88" cy={y} r="11" />
        {index < 2 && <path className={styles.tick} d={`M82.5 ${y}l4 4 7-8`} />}
        <path className={index < 2 ? styles.words : styles.fewWords} d={`M114 ${y}H${[272, 236, 190][index]}`} />
      </g>
    ))}
    <Kite x={330} y={262} size={2.6} turn={22} />
    <path className={styles.string} d="M330 262C312 292 270 300 236 304" />
  </>
)

const Path = () => (
  <>
    <circle className={styles.sun} cx="330" cy="116" r="30" />
    <Cloud x={110} y={120} size={0.8} />
    <Hills />
    <path className={styles.string} d="M30 352C90 344 98 300 146 290S218 262 232 228S262 176 286 164" />
    {[
      [70, 338],
      [112, 306],
      [160, 287],
      [212, 260],
    ].map(([x, y]) => (
      <circle key={x} className={styles.knot} cx={x} cy={y} r="10" />
    ))}
    <Kite x={286} y={166} size={3} turn={26} />
  </>
)

/** @param part 0 on the ground, 1 at the top */
const placeOnString = (part: number) => ({ x: 110 + 170 * part + 26 * Math.sin(part * 6), y: 318 - 188 * part })

/** The string from the ground to the top; the kite is where the quiz is. */
const Climb = ({ progress }: { progress: number }) => {
  const kite = placeOnString(0.12 + 0.88 * Math.min(1, Math.max(0, progress)))
  const points = Array.from({ length: 25 }, (_, index) => placeOnString(index / 24))
  const below = points.filter(({ y }) => y > kite.y)
  return (
    <>
      <circle className={styles.sun} cx="86" cy="112" r="30" />
      <Cloud x={250} y={104} size={0.7} />
      <Cloud x={96} y={220} size={0.9} />
      <Hills />
      <path
        className={styles.string}
        d={`M${[...below, kite].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`}
      />
      <Kite x={kite.x} y={kite.y} size={2.8} turn={24} />
    </>
  )
}

const Letter = () => (
  <>
    <Cloud x={90} y={122} size={0.8} />
    <Cloud x={322} y={170} size={0.7} />
    <Hills />
    <path className={styles.string} d="M196 300C214 262 232 236 262 196" />
    <Kite x={264} y={194} size={3} turn={24} />
    <path className={styles.white} d="M96 214h150v96H96z" />
    <path className={styles.fold} d="M96 214l75 56 75-56" />
    <circle className={styles.seal} cx="171" cy="270" r="13" />
  </>
)

import styles from './certificate-art.module.css'
import { KitePanels } from './kite.tsx'

/** The curves and the places of the certificate's PDF, whose page is A4 in points. */
export const certificatePage = { width: 841.89, height: 595.28 }

const bows = [
  { at: 'translate(519.7 464.2) rotate(-11)', className: styles.tail },
  { at: 'translate(598.8 434.5) rotate(-30)', className: styles.kite },
  { at: 'translate(662.2 381.8) rotate(-49)', className: styles.sun },
  { at: 'translate(708 308.9) rotate(-66)', className: styles.tail },
]

/** The kite on its string, and the seal at its side: what a certificate shows besides its words. Draw it inside an svg. */
export function CertificateArt({ hasSeal = true }: { hasSeal?: boolean }) {
  return (
    <>
      <path className={styles.string} d="M0 484.5C126 437 265 440 400 464C580 496 706 390 734.5 219" />
      <rect className={styles.veil} x="2" y="214" width="836" height="290" />
      {bows.map(({ at, className }) => (
        <g key={at} transform={at}>
          <path className={className} d="M0 0-9-5V5zM0 0 9-5V5z" />
        </g>
      ))}
      <g className={styles.flight}>
        <g transform="translate(745 150) rotate(14) scale(6.4) translate(-17 -13)">
          <KitePanels />
        </g>
      </g>
      {hasSeal && <Seal />}
    </>
  )
}

/** Where the PDF has its code. */
const Seal = () => (
  <g className={styles.seal}>
    <path className={styles.ribbon} d="M702 478l-16 62 24-11 15 21 14-62z" />
    <path className={styles.ribbon} d="M742 478l16 62-24-11-15 21-14-62z" />
    <circle className={styles.rim} cx="722" cy="452" r="46" />
    <circle className={styles.face} cx="722" cy="452" r="35" />
    <path className={styles.tick} d="M705 453l12 12 22-25" />
  </g>
)

import styles from './celebration.module.css'

const pieces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** Little kites that fly off once, in less than a second. Place it in a positioned element; it takes no space. */
export function Celebration() {
  return (
    <span className={styles.burst} aria-hidden="true">
      {pieces.map((piece) => (
        <span key={piece} className={styles.piece} />
      ))}
    </span>
  )
}

import { splitIntoSigns } from '@kitewise/contract/typed/signs'
import styles from './icon.module.css'

/** One or two letters: of the first two words of a name, or of the local part of an e-mail ("ana.silva@…" → AS). */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/u).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => splitIntoSigns(word)[0])
    .join('')
    .toLocaleUpperCase()
}

/** An avatar made of initials. Decorative: the name is beside it. */
export function InitialsAvatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

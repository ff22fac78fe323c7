import styles from './certificate.module.css'

const shapes = {
  share: 'M12 15V4M7.5 8 12 3.5 16.5 8M5 13v6.5h14V13',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  link: 'M10 13.5a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10.5a4 4 0 0 0-6-.4l-2.6 2.6a4 4 0 0 0 5.7 5.7l1.4-1.4',
  linkedIn: 'M4 4h16v16H4zM8 11v5M8 8v.01M12 16v-5M12 13.5a2 2 0 0 1 4 0V16',
  profile: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20.5c.8-3.6 3.5-5.5 7-5.5M18 14v6M15 17h6',
  badge: 'M12 3.5l6.5 2.5v5.5c0 4.2-2.7 7.3-6.5 9-3.8-1.7-6.5-4.8-6.5-9V6zM9 12l2.2 2.2L15.2 10',
} as const

/** Icons of this feature alone, so that no other screen loads them. On the grid of `Icon`. */
export function Glyph({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  )
}

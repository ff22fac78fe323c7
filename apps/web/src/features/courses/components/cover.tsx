import { useState } from 'react'
import { KiteMark } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import fallbackCover from '../fallback-cover.webp'
import styles from './course-parts.module.css'

type CoverProps = {
  /** If absent or broken, a photograph of a desk is shown; if that fails too, the mark on a plain ground. */
  url: string | undefined
  /** Empty when the words beside the picture say it all. */
  alternativeText: string
  shape?: 'wide' | 'thumbnail' | 'hero'
  /** The largest picture of its screen: asked for first. */
  isMain?: boolean
}

const shapes = { wide: styles.wide, thumbnail: styles.thumbnail, hero: styles.hero }

/** A course or lesson picture. Loaded through `img`, where SVG is inert. */
export function Cover({ url, alternativeText, shape = 'wide', isMain = false }: CoverProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const className = classNames(styles.cover, shapes[shape])
  const source = [url, fallbackCover].find((one) => one !== undefined && !failed.includes(one))
  if (source === undefined) {
    return (
      <div className={classNames(className, styles.fallback)}>
        <KiteMark />
      </div>
    )
  }
  return (
    <img
      key={source}
      className={className}
      src={source}
      // The text describes the missing picture; the photograph adds nothing to it.
      alt={source === url ? alternativeText : ''}
      width={640}
      height={400}
      loading={isMain || shape === 'hero' ? 'eager' : 'lazy'}
      {...(isMain && { fetchPriority: 'high' })}
      onError={() => setFailed([...failed, source])}
    />
  )
}

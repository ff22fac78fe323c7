import { useState } from 'react'
import { KiteMark } from '../../../components/kite-mark.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './cover.module.css'

type CoverProps = {
  /** Absent, or failing to load, shows the fallback: the mark on a plain ground. */
  url: string | undefined
  /** Empty where the words beside the picture say it all. */
  alternativeText: string
  shape?: 'wide' | 'thumbnail' | 'hero'
}

/** A course or lesson picture. Loaded through `img`, where SVG is inert. */
export const Cover = ({ url, alternativeText, shape = 'wide' }: CoverProps) => {
  const [failedUrl, setFailedUrl] = useState<string>()
  const className = classNames(styles.cover, styles[shape])
  if (url === undefined || url === failedUrl) {
    return (
      <div className={classNames(className, styles.fallback)}>
        <KiteMark {...(alternativeText === '' ? {} : { label: alternativeText })} />
      </div>
    )
  }
  return (
    <img
      className={className}
      src={url}
      alt={alternativeText}
      width={640}
      height={400}
      loading={shape === 'hero' ? 'eager' : 'lazy'}
      onError={() => setFailedUrl(url)}
    />
  )
}

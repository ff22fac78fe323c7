import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import styles from './cover.module.css'

type CoverProps = {
  /** Absent, or failing to load, shows the fallback picture. */
  url: string | undefined
  alternativeText: string
  shape?: 'wide' | 'thumbnail' | 'hero'
}

const fallbackUrl = '/covers/fallback.svg'

/** A course or lesson picture. Loaded through `img`, where SVG is inert. */
export const Cover = ({ url, alternativeText, shape = 'wide' }: CoverProps) => {
  const [failedUrl, setFailedUrl] = useState<string>()
  const source = url === undefined || url === failedUrl ? fallbackUrl : url
  return (
    <img
      className={classNames(styles.cover, styles[shape])}
      src={source}
      alt={alternativeText}
      width={640}
      height={400}
      loading={shape === 'hero' ? 'eager' : 'lazy'}
      onError={() => setFailedUrl(url)}
    />
  )
}

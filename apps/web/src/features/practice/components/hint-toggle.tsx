import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './hint-toggle.module.css'

/** A hint, shown on request. @param lang of the hint, if it differs from the interface */
export function HintToggle({ hint, lang }: { hint: string; lang?: string | undefined }) {
  const t = useTranslations('practice')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isOpen) text.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <div className={styles.hint}>
      <Button
        variant="quiet"
        width="fit"
        icon={<Icon name="hint" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('hint')}
      </Button>
      <p ref={text} id={id} className={styles.text} lang={lang} hidden={!isOpen}>
        {hint}
      </p>
    </div>
  )
}

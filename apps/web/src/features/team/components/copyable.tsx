import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Stack } from '../../../components/layout.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import styles from './team.module.css'

/** A value to take to another system, with a button that copies it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const t = useTranslations('team.copyable')
  const id = useId()
  const shown = useRef<HTMLElement>(null)
  const { run: copy } = useAction(async () => {
    if (await copyText(value, shown.current)) toast.success(t('copied'))
    else toast.error(t('notCopied'))
  })
  return (
    <Stack gap={4}>
      <span id={id} className={styles.soft}>
        {label}
      </span>
      <div className={styles.copyable}>
        <code ref={shown} className={styles.code} aria-labelledby={id}>
          {value}
        </code>
        <Button variant="secondary" width="fit" aria-describedby={id} onClick={() => copy()}>
          {t('copy')}
        </Button>
      </div>
    </Stack>
  )
}

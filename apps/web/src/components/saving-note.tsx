import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { outboxOf } from '../lib/outbox/learner-outbox.ts'
import { useLearner } from '../lib/session/session.ts'
import { Icon } from './icon.tsx'
import styles from './saving-note.module.css'

/** Reports only that something of the learner waits for the connection. Takes no room otherwise. */
export function SavingNote() {
  const t = useTranslations('lesson')
  const { id: userId } = useLearner()
  const [{ state }] = useState(() => outboxOf(userId))
  const isWaiting = useStore(state, ({ pending, activity }) => pending > 0 && activity === 'waiting')
  return (
    <p className={styles.note} role="status">
      {isWaiting && (
        <>
          <Icon name="offline" />
          {t('notSaved')}
        </>
      )}
    </p>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { outboxOf } from '../lib/outbox/learner-outbox.ts'
import type { OutboxState } from '../lib/outbox/outbox.ts'
import { useLearner } from '../lib/session/session.ts'
import { Icon } from './icon.tsx'
import styles from './saving-note.module.css'

const textOf = ({ pending, activity, setAside, isOld }: OutboxState) => {
  if (pending > 0 && activity === 'renewal') return 'keptUntilRenewal'
  if (pending > 0 && activity === 'waiting') return isOld ? 'notSavedLong' : 'notSaved'
  return setAside === undefined ? null : 'setAside'
}

/** Reports only that something of the learner is unsent, and why. Takes no room otherwise. */
export function SavingNote() {
  const t = useTranslations('lesson')
  const { id: userId } = useLearner()
  const [{ state }] = useState(() => outboxOf(userId))
  const text = useStore(state, textOf)
  return (
    <p className={styles.note} role="status">
      {text !== null && (
        <>
          <Icon name="offline" />
          {t(text)}
        </>
      )}
    </p>
  )
}

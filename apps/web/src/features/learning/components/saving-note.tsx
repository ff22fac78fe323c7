import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { outboxOf } from '../../../lib/outbox/learner-outbox.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { savingText, type SavingText } from '../saving-text.ts'
import styles from './saving-note.module.css'

/** A save shorter than this is not worth a word. */
const patienceMs = 600

/** Holds back "saving" for a moment, so that quick saves neither flicker nor chatter to screen readers. */
const useCalmText = (text: SavingText | null): SavingText | null => {
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), text === 'saving' ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [text])
  return shown
}

/** Whether the learner's work has arrived: a quiet line that tells the truth. */
export const SavingNote = () => {
  const t = useTranslations('lesson')
  const { id: userId } = useLearner()
  const [{ state }] = useState(() => outboxOf(userId))
  const outbox = useStore(state)
  const [hasWritten, setHasWritten] = useState(false)
  if (outbox.pending > 0 && !hasWritten) setHasWritten(true)
  const text = useCalmText(savingText(outbox, hasWritten))
  return (
    <p className={classNames(styles.note, text === 'notSaved' && styles.waiting)} role="status">
      {text === 'notSaved' && <Icon name="offline" />}
      {text === 'saved' && <Icon name="check" />}
      {text && t(text)}
    </p>
  )
}

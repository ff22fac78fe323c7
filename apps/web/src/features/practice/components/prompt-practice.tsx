import type { PromptCreation } from '@kitewise/contract/entities'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { InCardFooter } from '../../../components/card-footer.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './practice-card.module.css'
import { PracticeFrame } from './practice-frame.tsx'

type PromptPracticeProps = {
  prompt: PromptCreation
  /** Of the task, if it differs from the interface. */
  lang?: string | undefined
  isCompleted: boolean
  isCorrect: boolean
  /** Below a passed task: where its prompt is kept. */
  kept?: ReactNode
  renderDialog: (close: () => void) => ReactNode
}

/** A prompt task as a card in the lesson; the writing happens in a dialog. */
export function PromptPractice({ prompt, lang, isCompleted, isCorrect, kept, renderDialog }: PromptPracticeProps) {
  const t = useTranslations('practice')
  const [isOpen, setOpen] = useState(false)
  return (
    <PracticeFrame lang={lang}>
      {isCompleted ? (
        <Badge tone="good" icon={<Icon name="check" />}>
          {t('completed')}
        </Badge>
      ) : (
        <Badge tone="kite" icon={<Icon name="pencil" />}>
          {t(prompt.draft === undefined ? 'promptKind' : 'repairKind')}
        </Badge>
      )}
      <div className={styles.words} lang={lang}>
        <h3 className={styles.title}>{prompt.title}</h3>
        <p className={styles.description}>{prompt.description}</p>
      </div>
      {isCompleted && !isCorrect && <p className={styles.note}>{t('repeatNote')}</p>}
      {isCompleted && isCorrect && kept}
      <InCardFooter>
        <Button variant={isCompleted ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
          {t(isCompleted ? 'repeat' : 'start')}
        </Button>
      </InCardFooter>
      {isOpen && renderDialog(() => setOpen(false))}
    </PracticeFrame>
  )
}

import type { PromptCreation } from '@kitewise/contract/entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { InCardFooter } from '../../../components/card-footer.tsx'
import { Icon } from '../../../components/icon.tsx'
import { paths } from '../../../lib/paths.ts'
import { evaluatePrompt, type PromptPlace } from '../evaluate-prompt.ts'
import type { PracticeAnswered } from './practice-block.tsx'
import styles from './practice-card.module.css'
import { PracticeFrame } from './practice-frame.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

type PromptPracticeProps = {
  prompt: PromptCreation
  /** Of the task, if it differs from the interface. */
  lang?: string | undefined
  place: PromptPlace
  isCompleted: boolean
  isCorrect: boolean
  onDone: (answered: PracticeAnswered) => void
}

/** A prompt task as a card in the lesson; the writing happens in a dialog. */
export function PromptPractice({ prompt, lang, place, isCompleted, isCorrect, onDone }: PromptPracticeProps) {
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
      {isCompleted && isCorrect && (
        <Link className={styles.portfolio} to={paths.portfolio}>
          {t('inPortfolio')}
        </Link>
      )}
      <InCardFooter>
        <Button variant={isCompleted ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
          {t(isCompleted ? 'repeat' : 'start')}
        </Button>
      </InCardFooter>
      {isOpen && (
        <PromptDialog
          prompt={prompt}
          lang={lang}
          draftId={place.practiceId}
          place={place}
          evaluate={(...sent) => evaluatePrompt({ ...place, practiceTask: prompt.fullDescription }, ...sent)}
          isRepeat={isCompleted}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      )}
    </PracticeFrame>
  )
}

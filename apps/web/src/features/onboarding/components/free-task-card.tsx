import type { Evaluation, Mark, PromptCreation } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { call } from '../../../lib/api-client.ts'
import { withOnboarding } from '../api.ts'
import { useOnboardingProgress } from '../onboarding-progress.ts'
import styles from './plan-view.module.css'

type FreeTaskCardProps = { task: PromptCreation; hasPassed: boolean; isLoading: boolean; onOpen: () => void }

/** One task of the first course, free to try; the writing happens in a dialog. */
export function FreeTaskCard({ task, hasPassed, isLoading, onOpen }: FreeTaskCardProps) {
  const t = useTranslations('plan')
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('taskTitle')}</h2>
      <Card className={styles.task} gap={12}>
        {hasPassed ? (
          <Badge tone="good" icon={<Icon name="check" />}>
            {t('taskPassed')}
          </Badge>
        ) : (
          <Badge tone="good">{t('taskBadge')}</Badge>
        )}
        <h3 className={styles.courseTitle}>{task.title}</h3>
        <p>{task.description}</p>
        <Button variant="secondary" icon={<Icon name="pencil" />} isBusy={isLoading} onClick={onOpen}>
          {t(hasPassed ? 'taskAgain' : 'taskStart')}
        </Button>
      </Card>
    </Stack>
  )
}

const evaluate = async (prompt: string, shown: readonly Mark[], signal: AbortSignal): Promise<Evaluation> => {
  const { evaluation } = await withOnboarding((onboardingId) =>
    call('POST /api/onboarding/{onboardingId}/evaluate-prompt', {
      params: { onboardingId },
      body: { prompt, ...(shown.length > 0 ? { shown: [...shown] } : {}) },
      signal,
    }),
  )
  return evaluation
}

const keep = (taskText: string): void => {
  useOnboardingProgress.setState({ taskText })
}

/** What the free task needs: the text survives a reload, and the server scores it for the visitor. */
export const freeTask = {
  draft: {
    get stored() {
      return useOnboardingProgress.getState().taskText
    },
    keep,
    clear: () => keep(''),
  },
  evaluate,
}

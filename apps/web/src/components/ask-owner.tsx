import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../lib/error-text.ts'
import { useLearner } from '../lib/session/session.ts'
import { toast } from '../lib/toast.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { PinAgainSheet, usePinAgain } from './pin-again-sheet.tsx'

/** In place of what belongs to the learner alone, until they have proven with their own PIN or passkey that it's them. */
export function AskOwner() {
  const t = useTranslations('pinAgain')
  const organization = useLearner().signedInThrough?.name ?? ''
  const errorText = useErrorText()
  const client = useQueryClient()
  const { ask, sheet } = usePinAgain()
  const { run: open } = useAction(async () => {
    try {
      // What was hidden is read again, the learner included.
      if (await ask()) void client.invalidateQueries()
    } catch (error) {
      toast.error(errorText(error))
    }
  })
  return (
    <Card gap={16}>
      <p>{t('ownText', { organization })}</p>
      <Button variant="secondary" onClick={() => open()}>
        {t('ownGo')}
      </Button>
      <PinAgainSheet {...sheet} />
    </Card>
  )
}

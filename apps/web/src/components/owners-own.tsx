import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLearner } from '../lib/session/session.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { PinAgainSheet } from './pin-again-sheet.tsx'

/** Whether this session belongs to the learner alone: their own PIN or passkey was used in it, or they have neither. */
export function useIsOwner(): boolean {
  return useLearner().signedInThrough?.ownProof !== 'needed'
}

/**
 * What belongs to the learner alone, such as their prompts and their plan. In a session for which only an organization's provider
 * vouches, it asks for the learner's own PIN or passkey first. Needs the texts of `account`.
 */
export function OwnersOwn({ children }: { children: ReactNode }) {
  const { signedInThrough } = useLearner()
  const isOwner = useIsOwner()
  return isOwner || !signedInThrough ? <>{children}</> : <Closed organization={signedInThrough.name} />
}

const Closed = ({ organization }: { organization: string }) => {
  const t = useTranslations('pinAgain')
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  // What was hidden is read again, the learner included.
  const open = (): void => {
    setOpen(false)
    void client.invalidateQueries()
  }
  return (
    <Card gap={16}>
      <p>{t('ownText', { organization })}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('ownGo')}
      </Button>
      <PinAgainSheet isOpen={isOpen} onRight={open} onCancel={() => setOpen(false)} />
    </Card>
  )
}

import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { useAnswer } from '../../../lib/use-answer.ts'

type DeviceLinkProps = {
  token: string
  /** Gets the account's e-mail when this browser is known. The same function every time. */
  onKnown: (email: string) => void
  /** The link is dead. The same function every time. */
  onOver: () => void
}

const confirm = async (token: string): Promise<string> => {
  const { email } = await call('POST /api/product-user/confirm-device', { body: { token } })
  return email
}

/** Uses the link of a mail up, which makes this browser known, and says when it is no longer good. */
export const DeviceLink = ({ token, onKnown, onOver }: DeviceLinkProps) => {
  const t = useTranslations('login')
  const { data: email, error, isBusy, retry } = useAnswer(token, () => confirm(token))
  useEffect(() => {
    if (email) onKnown(email)
  }, [email, onKnown])
  const isOver = error instanceof ApiError && error.code === 'invalid_token'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (isBusy) return <p role="status">{t('deviceChecking')}</p>
  if (error === undefined) return null
  if (!isOver) return <ErrorView message={t('deviceCheckFailed')} error={error} onRetry={retry} />
  return (
    <Card tone="bad">
      <p role="alert">{t('deviceLinkOver')}</p>
    </Card>
  )
}

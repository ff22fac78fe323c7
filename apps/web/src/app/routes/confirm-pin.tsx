import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { RepeatPinStep } from '../../features/sign-in/components/repeat-pin-step.tsx'
import { pinDraft } from '../../features/sign-in/pin-draft.ts'
import { paths } from '../../lib/paths.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { PinScene } from './pin-scene.tsx'

/** Setting a PIN, second step. Without the first, which a reload forgets, it begins again. */
export const ConfirmPinPage = () => {
  const t = useTranslations('setPin')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [firstPin] = useState(pinDraft.read)
  const email = search.get('email') ?? ''
  const query = search.size === 0 ? '' : `?${search}`
  if (firstPin === null) return <Navigate to={`${paths.setPin}${query}`} replace />

  const leave = (isSignedIn: boolean): void =>
    void navigate(isSignedIn ? paths.dashboard : paths.login, { replace: true })
  return (
    <Screen title={t('confirmTitle')} width="wide" header={<SimpleHeader backTo={`${paths.pin}${query}`} />}>
      <PinScene title={t('confirmTitle')} email={email} text={t('confirmIntro')}>
        <RepeatPinStep email={email} firstPin={firstPin} backTo={`${paths.pin}${query}`} onDone={leave} />
      </PinScene>
    </Screen>
  )
}

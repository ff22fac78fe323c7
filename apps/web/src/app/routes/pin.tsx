import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { NewPinStep } from '../../features/sign-in/components/new-pin-step.tsx'
import { pinDraft } from '../../features/sign-in/pin-draft.ts'
import { paths } from '../../lib/paths.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { PinScene } from './pin-scene.tsx'

/** Setting a PIN, first step. Whose PIN it is stands in the query; the proof for it never does. */
export const PinPage = () => {
  const t = useTranslations('setPin')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const email = search.get('email') ?? ''
  useEffect(() => pinDraft.forget(), [])

  const goOn = (pin: string): void => {
    pinDraft.keep(pin)
    void navigate({ pathname: paths.confirmPin, search: search.toString() })
  }
  return (
    <Screen title={t('title')} width="wide" header={<SimpleHeader />}>
      <PinScene title={t('title')} email={email} text={t('intro')}>
        <NewPinStep email={email} onChosen={goOn} />
      </PinScene>
    </Screen>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import { KiteString } from '../../components/kite.tsx'
import { NewPinStep, RepeatPinStep } from '../../features/sign-in/components/set-pin-steps.tsx'
import { pinDraft } from '../../features/sign-in/use-set-pin.ts'
import { paths } from '../../lib/paths.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { matchPath, useHistory } from '../../lib/router.tsx'
import { useSession } from '../../lib/session/session.ts'
import { wantedJoin } from '../../lib/session/wanted-screen.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './login.module.css'

/** One screen for both steps, so the second shows at once and fast typing loses no digit. */
export function PinPage() {
  const [pathname] = useLocation()
  return matchPath(paths.confirmPin, pathname) ? <SecondStep /> : <FirstStep />
}

const FirstStep = () => {
  const t = useTranslations('setPin')
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const email = search.get('email') ?? ''
  const query = queryOf(search)
  const hasPin = useSession(({ isAuthenticated, learner }) => isAuthenticated && learner?.isPinSetUp === true)
  useEffect(() => pinDraft.forget(), [])
  // Back after the PIN was set leads here again.
  if (hasPin && pinSetup.tokenFor(email) === null) return <Redirect to={paths.dashboard} replace />

  const goOn = (pin: string): void => {
    pinDraft.keep(pin)
    navigate(`${paths.confirmPin}${query}`)
  }
  return (
    <Screen title={t('title')} width="wide" header={<SimpleHeader />}>
      <PinScene title={t('title')} email={email} text={t('intro')}>
        <NewPinStep email={email} onChosen={goOn} />
      </PinScene>
    </Screen>
  )
}

/** A reload forgets the first PIN; then the screen starts over. */
const SecondStep = () => {
  const t = useTranslations('setPin')
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [firstPin] = useState(pinDraft.read)
  const email = search.get('email') ?? ''
  const query = queryOf(search)
  if (firstPin === null) return <Redirect to={`${paths.setPin}${query}`} replace />

  const leave = (isSignedIn: boolean): void => {
    // A newcomer who set the PIN to join a team goes on there.
    const next = wantedJoin.read() === null ? paths.dashboard : paths.join
    navigate(isSignedIn ? next : paths.login, { replace: true })
  }
  return (
    <Screen title={t('confirmTitle')} width="wide" header={<SimpleHeader backTo={`${paths.pin}${query}`} />}>
      <PinScene title={t('confirmTitle')} email={email} text={t('confirmIntro')}>
        <RepeatPinStep email={email} firstPin={firstPin} backTo={`${paths.pin}${query}`} onDone={leave} />
      </PinScene>
    </Screen>
  )
}

/** Keeps the e-mail in the address of the next step. */
const queryOf = (search: URLSearchParams): string => String(search) && `?${search}`

type PinSceneProps = { title: string; email: string; text: string; children: ReactNode }

const PinScene = ({ title, email, text, children }: PinSceneProps) => {
  const t = useTranslations('setPin')
  return (
    <div className={styles.content}>
      <div className={styles.scene}>
        <KiteString />
      </div>
      <div className={styles.form}>
        <div className={styles.intro}>
          <h1 className={styles.title}>{title}</h1>
          {email !== '' && <p className={styles.text}>{t('forEmail', { email })}</p>}
          <p className={styles.text}>{text}</p>
        </div>
        {children}
      </div>
    </div>
  )
}

/** /pin under another name (docs/product.md). */
export function SetPinPage() {
  const { search } = useHistory().location
  return <Redirect to={`${paths.pin}${search}`} replace />
}

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation, useSearchParams } from 'wouter'
import { KiteString } from '../../components/kite.tsx'
import { DeviceLink, EmailStep, EndNotice, PinStep } from '../../features/sign-in/components/login-steps.tsx'
import { PasskeySignIn } from '../../features/sign-in/components/passkey-sign-in.tsx'
import { emailOfEntry } from '../../lib/email.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
import { useSession } from '../../lib/session/session.ts'
import { wantedScreen, worksWithoutSubscription } from '../../lib/session/wanted-screen.ts'
import { toast } from '../../lib/toast.ts'
import { useLinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { AboutLink, LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './login.module.css'

/** Where a sign-in leads: without a plan to the plans, unless the learner wanted a screen that needs none. */
const placeAfter = (needsPlan: boolean, isSignedInHere: boolean): string => {
  const wanted = wantedScreen.read()
  if (needsPlan) return wanted !== null && worksWithoutSubscription(wanted) ? wanted : paths.plans
  return isSignedInHere ? (wanted ?? paths.dashboard) : paths.courses
}

/** The e-mail is kept in the history entry, so a reload at the PIN step stays there; signing in replaces that entry. */
export function LoginPage() {
  const t = useTranslations('login')
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const { isAuthenticated, endReason, endedEmail, needsPlan } = useSession()
  const [email, setEmail] = useState(emailOfEntry(useHistory().location.state) || (endedEmail ?? ''))
  const [isLeaving, setLeaving] = useState(false)
  const [isSignedInHere, setSignedInHere] = useState(false)
  const { query, settle } = useLinkQuery()
  const deviceToken = query.get('token')
  const goOnKnown = useCallback(
    (known: string) => {
      settle()
      setEmail(known)
      toast.success(t('deviceKnown'))
      navigate(paths.loginPin, { replace: true, state: { email: known } })
    },
    [navigate, settle, t],
  )

  const isPinStep = search.get('step') === 'pin'
  // A signed-in learner who lost the device cookie needs the link too: step-up authentication asks for their PIN.
  const hasLinkToUse = deviceToken !== null && email === ''
  if (isAuthenticated && !hasLinkToUse) return <Redirect to={placeAfter(needsPlan, isSignedInHere)} replace />
  if (isPinStep && email === '') return <Redirect to={paths.login} replace />

  /** Data export and deletion need the PIN, so the PIN step is next, or the e-mail step if the email is unknown. */
  const leave = (): void => {
    wantedScreen.remember(paths.deleteAccount)
    setLeaving(true)
    if (email !== '') navigate(paths.loginPin, { state: { email } })
  }
  const title = t(isPinStep ? 'pinTitle' : 'title')
  return (
    <Screen title={title} width="wide" header={<SimpleHeader {...(isPinStep && { backTo: paths.login })} />}>
      <div className={styles.content}>
        <div className={styles.scene}>
          <KiteString />
        </div>
        <div className={styles.form}>
          <Intro
            title={title}
            text={isPinStep ? t('pinFor', { email: email.trim() }) : t('intro')}
            next={isLeaving ? t('leaveNext') : null}
          />
          {isPinStep ? (
            <PinStep email={email.trim()} onSignedIn={() => setSignedInHere(true)} />
          ) : (
            <>
              {hasLinkToUse && <DeviceLink token={deviceToken} onKnown={goOnKnown} onOver={settle} />}
              {endReason && <EndNotice reason={endReason} onLeave={leave} />}
              <EmailStep
                email={email}
                onChange={setEmail}
                onSubmit={() => navigate(paths.loginPin, { state: { email } })}
              />
              <OtherWays email={email} onSignedIn={() => setSignedInHere(true)} />
            </>
          )}
        </div>
      </div>
    </Screen>
  )
}

/** @param next says where the sign-in leads, if not to the usual place */
const Intro = ({ title, text, next }: { title: string; text: string; next: string | null }) => (
  <div className={styles.intro}>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{text}</p>
    {next !== null && (
      <p className={styles.text} role="status">
        {next}
      </p>
    )}
  </div>
)

/** With a passkey, for newcomers, and for readers of another language. The typed e-mail is kept for the way back. */
const OtherWays = ({ email, onSignedIn }: { email: string; onSignedIn: () => void }) => {
  const t = useTranslations('login')
  const [, navigate] = useLocation()
  return (
    <>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <Link className={styles.link} to={paths.quizStart}>
        {t('toQuiz')}
      </Link>
      <AboutLink />
      <LanguageLink onOpen={() => navigate(paths.login, { replace: true, state: { email } })} />
    </>
  )
}

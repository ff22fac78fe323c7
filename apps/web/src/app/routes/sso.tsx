import { mailedToken } from '@kitewise/rules/mailed-token'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation, useParams } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { TangledKite } from '../../components/kite-drawing.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { FieldError } from '../../components/field.tsx'
import { Stack } from '../../components/layout.tsx'
import { ConfirmAccount, useOrganizationErrorText } from '../../features/sign-in/components/organization-steps.tsx'
import { confirmWithLink, finishAtProvider, readOrganization } from '../../features/sign-in/organization.ts'
import { startSession } from '../../features/sign-in/use-sign-in.ts'
import { beginAtProvider, placeToReturn } from '../../lib/organization-sign-in.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { leaveFor, useAction, useActionOnShow } from '../../lib/use-action.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

const legalLinks = {
  terms: (words: ReactNode) => <Link to={paths.terms}>{words}</Link>,
  subscriptionTerms: (words: ReactNode) => <Link to={paths.subscriptionTerms}>{words}</Link>,
  privacy: (words: ReactNode) => <Link to={paths.privacy}>{words}</Link>,
}

/** Where a sign-in through an organization begins; organizations link here. */
export function SsoPage() {
  const t = useTranslations('sso')
  const consent = useTranslations('consent')
  const { organizationId = '' } = useParams()
  const errorText = useOrganizationErrorText()
  const { data: organization, error } = useActionOnShow((signal) => readOrganization(organizationId, signal))
  const [failure, setFailure] = useState<string | null>(null)
  const { run: go, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await leaveFor(await beginAtProvider(organizationId, 'sign-in'))
    } catch (problem) {
      setFailure(errorText(problem))
    }
  })
  if (error !== undefined) return <Refused text={errorText(error)} organizationId={null} />
  if (!organization) return <Waiting />
  const title = t('title', { organization: organization.name })
  return (
    <Scene title={title} text={t('text', { organization: organization.name })} kite={<SteadyKite />}>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => go()}>
        {t('go')}
      </Button>
      <ButtonLink variant="quiet" to={paths.login}>
        {t('toLogin')}
      </ButtonLink>
      <p>
        {t('newHere')} {consent.rich('termsAndAge', legalLinks)}
      </p>
    </Scene>
  )
}

/** Opened by the organization's provider. */
export function SsoReturnPage() {
  const t = useTranslations('sso')
  const { organizationId = '' } = useParams()
  const [, navigate] = useLocation()
  const errorText = useOrganizationErrorText()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const { data: outcome, error } = useActionOnShow(() => finishAtProvider(organizationId, window.location.search))
  useEffect(() => {
    if (outcome?.outcome === 'signed_in') startSession(outcome.session)
    if (outcome?.outcome !== 'confirmed_again') return
    const place = placeToReturn.read() ?? paths.profile
    placeToReturn.remove()
    toast.success(t('confirmedAgain'))
    navigate(place, { replace: true })
  }, [outcome, navigate, t])
  if (error !== undefined) return <Refused text={errorText(error)} organizationId={organizationId} />
  if (outcome?.outcome === 'confirm') {
    if (isAuthenticated) return <Redirect to={paths.dashboard} replace />
    const { name, email } = outcome
    return (
      <Scene title={t('confirmTitle')} text={t('confirmText', { organization: name })} kite={<SteadyKite />}>
        <ConfirmAccount organizationId={organizationId} email={email} />
        <ButtonLink variant="quiet" to={paths.login}>
          {t('toLogin')}
        </ButtonLink>
      </Scene>
    )
  }
  if (outcome?.outcome === 'signed_in' && isAuthenticated) return <Redirect to={paths.dashboard} replace />
  return <Waiting />
}

/** Opened by the mailed link, which works only in the browser that began. */
export function SsoConfirmPage() {
  const { organizationId = '' } = useParams()
  const errorText = useOrganizationErrorText()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const [token] = useState(() => mailedToken(window.location.hash.slice(1)))
  const { data: signedIn, error } = useActionOnShow(() => confirmWithLink(organizationId, token))
  useEffect(() => {
    if (signedIn) startSession(signedIn)
  }, [signedIn])
  if (error !== undefined) return <Refused text={errorText(error)} organizationId={organizationId} />
  return signedIn && isAuthenticated ? <Redirect to={paths.dashboard} replace /> : <Waiting />
}

const Waiting = () => {
  const t = useTranslations('sso')
  return (
    <Screen title={t('finishing')} header={<SimpleHeader />}>
      <p role="status">{t('finishing')}</p>
    </Screen>
  )
}

/** @param props.organizationId where to begin again; null if there is no such place */
const Refused = ({ text, organizationId }: { text: string; organizationId: string | null }) => {
  const t = useTranslations()
  return (
    <Scene title={t('errors.title')} text={text} kite={<TangledKite />} isBad>
      {organizationId !== null && <ButtonLink to={paths.sso(organizationId)}>{t('sso.again')}</ButtonLink>}
      <ButtonLink variant={organizationId === null ? 'primary' : 'quiet'} to={paths.login}>
        {t('sso.toLogin')}
      </ButtonLink>
    </Scene>
  )
}

type SceneProps = { title: string; text: string; kite: ReactNode; isBad?: boolean; children: ReactNode }

const Scene = ({ title, text, kite, isBad = false, children }: SceneProps) => (
  <Screen title={title} header={<SimpleHeader />}>
    <div className={styles.messageContent}>
      {kite}
      <div className={styles.outcome} role={isBad ? 'alert' : undefined}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <Stack gap={12}>{children}</Stack>
    </div>
  </Screen>
)

import { mailedToken } from '@kitewise/rules/mailed-token'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect } from 'wouter'
import { Stack } from '../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../components/message-view.tsx'
import { joinOffersQuery } from '../../features/team/api.ts'
import { JoinByToken, JoinOffers, Newcomer } from '../../features/team/components/join.tsx'
import { TeamSkeleton } from '../../features/team/components/team.tsx'
import { call } from '../../lib/api-client.ts'
import { loadChunk } from '../../lib/chunk-loading.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { wantedJoin, wantedScreen } from '../../lib/session/wanted-screen.ts'
import { useRead } from '../../lib/use-read.ts'
import { SimpleHeader, TitledHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

const loadForm = () => import('../../features/onboarding/components/registration-form.tsx')

/** Comes with the quiz's plan, of which a team's other screens need nothing. */
const RegistrationForm = lazy(async () => ({
  default: await loadChunk('plan', loadForm, (module) => module.RegistrationForm),
}))

/** `pin.token` is the mail to a newcomer, who sets a PIN first. */
const pinMark = 'pin.'

/** What the address says, or what it said before signing in. Kept in this tab, because a reload of another step loses it. */
const readToken = (): string | null => {
  const given = mailedToken(window.location.hash.slice(1))
  if (given !== '' && !given.startsWith(pinMark)) wantedJoin.write(given)
  return given === '' ? wantedJoin.read() : given
}

/** What a person reads before joining a team; for signed-in learners and newcomers. */
export function JoinPage() {
  const t = useTranslations('join')
  const [token] = useState(readToken)
  const isSignedIn = useSession(({ isAuthenticated }) => isAuthenticated)
  // While the server is asked about the link.
  useEffect(() => void (isSignedIn || loadForm().catch(() => undefined)), [isSignedIn])
  return (
    <Screen
      title={t('pageTitle')}
      header={
        isSignedIn ? (
          <TitledHeader title={t('pageTitle')} backTo={paths.profile} />
        ) : (
          <SimpleHeader backTo={paths.login} />
        )
      }
      width="measure"
    >
      <Stack gap={24}>
        {!isSignedIn && <h1 className={styles.title}>{t('pageTitle')}</h1>}
        <Way token={token ?? ''} isSignedIn={isSignedIn} />
        {!isSignedIn && <LanguageLink />}
      </Stack>
    </Screen>
  )
}

const Way = ({ token, isSignedIn }: { token: string; isSignedIn: boolean }) => {
  const t = useTranslations('join')
  if (token.startsWith(pinMark)) return <ToPin token={token.slice(pinMark.length)} />
  if (token !== '') return <JoinByToken token={token} newcomer={<NewcomerWay token={token} />} />
  return isSignedIn ? <Offers /> : <EmptyView title={t('over')} message={t('overNote')} />
}

const NewcomerWay = ({ token }: { token: string }) => {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Newcomer sentTo={sentTo} onSignIn={() => wantedScreen.remember(paths.join)}>
      <Suspense fallback={<TeamSkeleton />}>
        <Registration token={token} onSent={setSentTo} />
      </Suspense>
    </Newcomer>
  )
}

/** To the screen that checks the link and sets the PIN. Afterwards, `/join` asks whether to join, as agreed when registering. */
const ToPin = ({ token }: { token: string }) => {
  useEffect(() => wantedJoin.write(''), [])
  return <Redirect to={`${paths.restorePass}?token=${encodeURIComponent(token)}`} replace />
}

const Registration = ({ token, onSent }: { token: string; onSent: (email: string) => void }) => {
  const t = useTranslations('join')
  return (
    <RegistrationForm
      isPartOfScreen
      register={async (registrant) => {
        await call('POST /api/joining/register', { body: { token, ...registrant } })
        onSent(registrant.email)
        return true
      }}
      onRegistered={() => undefined}
      submitText={t('register')}
    />
  )
}

const Offers = () => {
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useRead(joinOffersQuery)
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  return data ? <JoinOffers offers={data} /> : <TeamSkeleton />
}

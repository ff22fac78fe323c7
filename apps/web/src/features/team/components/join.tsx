import type { Joined, JoinOffer } from '@kitewise/contract/organization-entities'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { useErrorText, useTooManyText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { wantedJoin } from '../../../lib/session/wanted-screen.ts'
import { useAction, useActionOnShow } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { WhatManagersSee } from './own-membership.tsx'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

/** A link or invitation, or an offer that the signed-in person has by address or agreement. */
export type JoinWay = { token: string } | { organizationId: string }

type JoinByTokenProps = {
  token: string
  /** The way in for whoever isn't signed in: sign-in or registration. */
  newcomer: ReactNode
}

/**
 * What a person reads before joining, and the way in: one press for a signed-in learner, sign-in or registration for the
 * others.
 */
export function JoinByToken({ token, newcomer }: JoinByTokenProps) {
  const t = useTranslations('join')
  const errorText = useErrorText()
  const isSignedIn = useSession(({ isAuthenticated }) => isAuthenticated)
  const {
    data: offer,
    error,
    isBusy,
    retry,
  } = useActionOnShow(() => call('POST /api/joining/offer', { body: { token } }))
  if (error instanceof ApiError && error.code === 'invalid_token')
    return <EmptyView title={t('over')} message={t('overNote')} />
  if (error !== undefined)
    return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (offer === undefined) return <TeamSkeleton />
  return (
    <Stack gap={24}>
      <Employer offer={offer} />
      <WhatManagersSee />
      {isSignedIn ? <JoinButton way={{ token }} offer={offer} /> : newcomer}
    </Stack>
  )
}

/** For signed-in people without a link: what they may join. */
export function JoinOffers({ offers }: { offers: readonly JoinOffer[] }) {
  const t = useTranslations('join')
  if (offers.length === 0) return <EmptyView title={t('none')} message={t('noneNote')} />
  return (
    <Stack gap="sections">
      {offers.map((offer) => (
        <Stack key={offer.organizationId} gap={24}>
          <Employer offer={offer} />
          <WhatManagersSee />
          {offer.reason === 'domain' ? (
            <ProveDomain offer={offer} />
          ) : (
            <JoinButton way={{ organizationId: offer.organizationId }} offer={offer} />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

const Employer = ({ offer }: { offer: JoinOffer }) => {
  const t = useTranslations('join')
  const { organization, legalName, group, hasFreeSeat } = offer
  return (
    <Stack gap={8}>
      <h2 className={styles.name}>{t('title', { organization })}</h2>
      <p>{t('employer', { legalName })}</p>
      {group !== null && <p className={styles.soft}>{t('group', { group })}</p>}
      <p>{t(hasFreeSeat ? 'free' : 'full', { organization })}</p>
      <p>{t('keeps')}</p>
    </Stack>
  )
}

/** What stands against joining, in the sentences of the screen. */
const notes: Partial<Record<string, 'overNote' | 'ended' | 'throughCompany'>> = {
  invalid_token: 'overNote',
  not_found: 'overNote',
  organization_access_ended: 'ended',
  organization_sign_in_required: 'throughCompany',
}

const JoinButton = ({ way, offer }: { way: JoinWay; offer: JoinOffer }) => {
  const t = useTranslations('join')
  const errorText = useErrorText()
  const [joined, setJoined] = useState<Joined | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      setJoined(await call('POST /api/joining/join', { body: way }))
      wantedJoin.remove()
    } catch (error) {
      const note = error instanceof ApiError ? notes[error.code] : undefined
      setFailure(note === undefined ? errorText(error) : t(note))
    }
  })
  if (joined !== null) return <Done joined={joined} />
  return (
    <Stack gap={12}>
      <p className={styles.soft}>{t('ownPlan')}</p>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => run()}>
        {t('join', { organization: offer.organization })}
      </Button>
    </Stack>
  )
}

const Done = ({ joined }: { joined: Joined }) => {
  const t = useTranslations('join')
  const day = useDateInSentence()
  const { organization, seat, accessUntil, ownPlanEnds } = joined
  const hasAccess = seat === 'taken' && accessUntil !== null
  return (
    <Card tone="good" gap={12} role="status">
      <h3 className={styles.heading}>{t('done', { organization })}</h3>
      <p>{hasAccess ? t('access', { date: day(accessUntil) }) : t(seat === 'taken' ? 'noContract' : 'waits')}</p>
      {ownPlanEnds !== null && <p>{t('ownPlanEnds', { date: day(ownPlanEnds) })}</p>}
      {/* A full load: the app asks again who has access. */}
      <a href={hasAccess ? paths.dashboard : paths.team} className={styles.strong}>
        {t(hasAccess ? 'toCourses' : 'toTeam')}
      </a>
    </Card>
  )
}

/** An address at the company's domain is only a claim until a mail to it was opened. */
const ProveDomain = ({ offer }: { offer: JoinOffer }) => {
  const t = useTranslations('join')
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await call('POST /api/joining/mail', { body: { organizationId: offer.organizationId } })
      setSent(true)
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === 429
      setFailure(isTooMany ? tooManyText(error.retryAfterSeconds) : errorText(error))
    }
  })
  if (isSent) return <p role="status">{t('mailSent')}</p>
  return (
    <Stack gap={12}>
      <p>{t('byDomain')}</p>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => run()}>
        {t('sendMail')}
      </Button>
    </Stack>
  )
}

type NewcomerProps = {
  /** Where the mail went, once it has been asked for. */
  sentTo: string | null
  onSignIn: () => void
  /** The registration. */
  children: ReactNode
}

/** Nothing here depends on whether the address has an account: the mail says what to do. */
export function Newcomer({ sentTo, onSignIn, children }: NewcomerProps) {
  const t = useTranslations('join')
  if (sentTo !== null)
    return (
      <Card tone="good" gap={8} role="status">
        <h2 className={styles.heading}>{t('checkMail')}</h2>
        <p>{t('checkMailNote', { email: sentTo })}</p>
      </Card>
    )
  return (
    <Stack gap={24}>
      <Stack gap={12}>
        <h2 className={styles.heading}>{t('haveAccount')}</h2>
        <ButtonLink variant="secondary" to={paths.login} onClick={onSignIn}>
          {t('signIn')}
        </ButtonLink>
      </Stack>
      <Stack gap={16}>
        <h2 className={styles.heading}>{t('newHere')}</h2>
        {children}
      </Stack>
    </Stack>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../components/layout.tsx'
import { Button, buttonClass, ButtonLink } from '../../components/button.tsx'
import { TangledKite } from '../../components/kite-drawing.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { useMailedLink } from '../../features/account/mailed-link.ts'
import { brand, supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { type LinkQuery, useLinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** Opened by the link to the new address. The address in the link is only displayed; the server knows the real one. */
export function ConfirmEmailChangePage() {
  const t = useTranslations('confirmEmailChange')
  const link = useLinkQuery()
  const has = (name: string): boolean => (link.query.get(name) ?? '') !== ''
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      {has('done') || (has('token') && has('email')) ? (
        <Confirmation link={link} />
      ) : (
        <LinkScene title={t('failedTitle')} text={t('missing')} tone="bad">
          <WayOn />
        </LinkScene>
      )}
    </Screen>
  )
}

const Confirmation = ({ link }: { link: LinkQuery }) => {
  const t = useTranslations('confirmEmailChange')
  const { state, press } = useMailedLink('POST /api/product-user/confirm-email-change', link, t('failed'))
  if (state.kind === 'done')
    return (
      <LinkScene title={t('successTitle')} text={t('success', { email: state.email })} tone="good">
        <WayOn />
      </LinkScene>
    )
  if (state.kind === 'failed')
    return (
      <LinkScene title={t('failedTitle')} text={state.text} tone="bad">
        {!state.isDead && <Button onClick={press}>{t('again')}</Button>}
        <WayOn isSecond={!state.isDead} />
      </LinkScene>
    )
  const isBusy = state.kind === 'busy'
  return (
    <LinkScene title={t('title')} text={t('textFor', { email: link.query.get('email') ?? '' })}>
      <Button onClick={press} isBusy={isBusy}>
        {isBusy ? t('confirming') : t('confirm')}
      </Button>
    </LinkScene>
  )
}

const WayOn = ({ isSecond = false }: { isSecond?: boolean }) => {
  const t = useTranslations('confirmEmailChange')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return (
    <ButtonLink variant={isSecond ? 'quiet' : 'primary'} to={isAuthenticated ? paths.profile : paths.login}>
      {isAuthenticated ? t('goOn') : t('toLogin')}
    </ButtonLink>
  )
}

/** The undo link's page: moves the account back to this mailbox, then leads to a new PIN. */
export function UndoEmailChangePage() {
  const t = useTranslations('undoEmailChange')
  const link = useLinkQuery()
  const isComplete = Boolean(link.query.get('token') ?? link.query.get('done'))
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      {isComplete ? (
        <Undoing link={link} />
      ) : (
        <LinkScene title={t('failedTitle')} text={t('missing')} tone="bad">
          <ButtonLink to={paths.login}>{t('toLogin')}</ButtonLink>
        </LinkScene>
      )}
    </Screen>
  )
}

const Undoing = ({ link }: { link: LinkQuery }) => {
  const t = useTranslations('undoEmailChange')
  const { state, press } = useMailedLink('POST /api/product-user/undo-email-change', link, t('failed'))
  if (state.kind === 'done')
    return (
      <LinkScene title={t('successTitle')} text={t('success', { email: state.email })} tone="good">
        <ButtonLink to={paths.pinFor(state.email)}>{t('newPin')}</ButtonLink>
        <ButtonLink variant="quiet" to={paths.login}>
          {t('toLogin')}
        </ButtonLink>
      </LinkScene>
    )
  if (state.kind === 'failed')
    return (
      <LinkScene title={t('failedTitle')} text={state.text} tone="bad">
        {!state.isDead && <Button onClick={press}>{t('again')}</Button>}
        <a className={buttonClass({ variant: state.isDead ? 'primary' : 'quiet' })} href={supportMailto(t('subject'))}>
          {t('support', { email: brand.supportEmail })}
        </a>
      </LinkScene>
    )
  const isBusy = state.kind === 'busy'
  return (
    <LinkScene title={t('title')} text={t('text')}>
      <Button onClick={press} isBusy={isBusy}>
        {isBusy ? t('undoing') : t('undo')}
      </Button>
    </LinkScene>
  )
}

type LinkSceneProps = { title: string; text: string; tone?: 'good' | 'bad'; children: ReactNode }

/** A mailed link's purpose or its outcome. The outcome is announced to screen readers. */
const LinkScene = ({ title, text, tone, children }: LinkSceneProps) => (
  <div className={styles.messageContent}>
    {tone === 'bad' ? <TangledKite /> : <SteadyKite />}
    <div className={styles.outcome} role={tone && (tone === 'bad' ? 'alert' : 'status')} key={tone}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
    </div>
    <Stack gap={8}>{children}</Stack>
  </div>
)

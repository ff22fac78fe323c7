import { useTranslations } from 'use-intl'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { useMailedLink } from '../../features/email-change/use-mailed-link.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLinkQuery } from '../use-link-query.ts'
import { LinkScene } from './link-scene.tsx'

/** What the link to the new address opens. The address in the link is only shown; the server knows which one it is. */
export const ConfirmEmailChangePage = () => {
  const t = useTranslations('confirmEmailChange')
  const query = useLinkQuery()
  const [token, email] = [query.get('token') ?? '', query.get('email') ?? '']
  const isComplete = token !== '' && email !== ''
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      {isComplete ? (
        <Confirmation token={token} email={email} />
      ) : (
        <LinkScene title={t('failedTitle')} text={t('missing')} tone="bad">
          <WayOn />
        </LinkScene>
      )}
    </Screen>
  )
}

const Confirmation = ({ token, email }: { token: string; email: string }) => {
  const t = useTranslations('confirmEmailChange')
  const { state, press } = useMailedLink('POST /api/product-user/confirm-email-change', token, t('failed'))
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
    <LinkScene title={t('title')} text={t('textFor', { email })}>
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

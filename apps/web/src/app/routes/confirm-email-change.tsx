import { useTranslations } from 'use-intl'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { useMailedLink } from '../../features/email-change/use-mailed-link.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useLinkQuery, type LinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { LinkScene } from './link-scene.tsx'

/** What the link to the new address opens. The address in the link is only shown; the server knows which one it is. */
export const ConfirmEmailChangePage = () => {
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

import { useTranslations } from 'use-intl'
import { Button, buttonClass } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { useMailedLink } from '../../features/email-change/use-mailed-link.ts'
import { brand, supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { useLinkQuery, type LinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { LinkScene } from './link-scene.tsx'

/** The page of the undo link: it moves the account back to this mailbox, then leads to a new PIN. */
export const UndoEmailChangePage = () => {
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

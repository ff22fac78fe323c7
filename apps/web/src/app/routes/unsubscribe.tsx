import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button-link.tsx'
import { Button } from '../../components/button.tsx'
import { FieldError } from '../../components/field-error.tsx'
import { useUnsubscribe } from '../../features/account/use-unsubscribe.ts'
import { brand } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import styles from './form-page.module.css'

/** Where the foot of a marketing mail leads. It needs no sign-in, and nothing happens before the button is pressed. */
export const UnsubscribePage = () => {
  const t = useTranslations('unsubscribe')
  const errorText = useErrorText()
  const [search] = useSearchParams()
  const { state, error, unsubscribe } = useUnsubscribe(search.get('token') ?? '')

  const isDone = state === 'done'
  const isAsking = state === 'open' || state === 'busy'
  const title = t(isDone ? 'doneTitle' : 'title')
  return (
    <Screen title={title} header={<SimpleHeader />}>
      <div className={styles.content}>
        <h1 className={styles.title}>{title}</h1>
        <p role="status" className={styles.text}>
          {isDone ? t('done', brand) : state !== 'badLink' && t('text', brand)}
        </p>
        {state === 'badLink' && <p role="alert">{t('badLink')}</p>}
        {isAsking && (
          <>
            <FieldError message={error === null ? null : errorText(error, t('failed'))} />
            <Button isBusy={state === 'busy'} onClick={() => void unsubscribe()}>
              {t('submit')}
            </Button>
          </>
        )}
        <ButtonLink variant="quiet" to={paths.home}>
          {t('toAccount', brand)}
        </ButtonLink>
        <LanguageLink />
      </div>
    </Screen>
  )
}

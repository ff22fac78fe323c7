import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FieldError } from '../../components/field.tsx'
import { useUnsubscribe } from '../../features/account/use-unsubscribe.ts'
import { brand } from '../../lib/brand.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

const subjects = ['reminders', 'invitations'] as const

/** Nothing happens before the button is pressed. The address only chooses the words: the token decides what ends. */
export function UnsubscribePage() {
  const t = useTranslations('unsubscribe')
  const errorText = useErrorText()
  const [search] = useSearchParams()
  const { state, isBusy, error, unsubscribe } = useUnsubscribe(search.get('token') ?? '')

  const wanted = subjects.find((subject) => subject === search.get('about')) ?? 'marketing'
  const about = state === 'doneAll' ? 'marketing' : wanted
  const isDone = state === 'done' || state === 'doneAll'
  const title = t(`${about}.${isDone ? 'doneTitle' : 'title'}`)
  return (
    <Screen title={title} header={<SimpleHeader />}>
      <div className={styles.content}>
        <h1 className={styles.title}>{title}</h1>
        <p role="status" className={styles.text}>
          {isDone ? t(`${about}.done`, brand) : state !== 'badLink' && t(`${about}.text`, brand)}
        </p>
        {state === 'badLink' && <p role="alert">{t('badLink')}</p>}
        <FieldError message={error === null ? null : errorText(error, t('failed'))} />
        {state === 'open' && (
          <Button isBusy={isBusy} onClick={() => unsubscribe(false)}>
            {t(`${about}.submit`)}
          </Button>
        )}
        {state === 'done' && about === 'reminders' && (
          <Button variant="secondary" isBusy={isBusy} onClick={() => unsubscribe(true)}>
            {t('everything')}
          </Button>
        )}
        <ButtonLink variant="quiet" to={paths.home}>
          {t('toAccount', brand)}
        </ButtonLink>
        <LanguageLink />
      </div>
    </Screen>
  )
}

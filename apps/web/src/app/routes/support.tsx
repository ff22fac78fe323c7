import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { SupportForm } from '../../features/support/components/support-form.tsx'
import { readPrefill, type Prefill } from '../../features/support/support-draft.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import { TitledHeader } from '../shell/titled-header.tsx'
import styles from './form-page.module.css'

/**
 * What another page fills in: `?concern=…` for a link that anybody may share, and `state` of the history for details. The e-mail never
 * stands in the address; a learner who has just signed in is known by it.
 */
const usePrefill = (): Prefill => {
  const { state } = useLocation() as { state: unknown }
  const [search] = useSearchParams()
  const learner = useSession((session) => session.learner)
  const { concern } = readPrefill({ concern: search.get('concern') })
  return {
    ...(learner !== null && { email: learner.email }),
    ...(concern !== undefined && { concern }),
    ...readPrefill(state),
  }
}

/** The Support Center. Learners see it as a screen of their account, visitors under the logo with a way to their language. */
export const SupportPage = () => {
  const t = useTranslations('support')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const currentPrefill = usePrefill()
  const [prefill] = useState(currentPrefill)
  const header = isAuthenticated ? (
    <TitledHeader title={t('title')} backTo={paths.profile} />
  ) : (
    <SimpleHeader backTo={paths.login} />
  )
  return (
    <Screen title={t('title')} header={header}>
      <div className={styles.content}>
        {!isAuthenticated && <h1 className={styles.title}>{t('title')}</h1>}
        <p className={styles.text}>{t('intro')}</p>
        <SupportForm prefill={prefill} />
        {!isAuthenticated && <LanguageLink />}
      </div>
    </Screen>
  )
}

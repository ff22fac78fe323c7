import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { senderQuery } from '../../features/contact/api.ts'
import { SupportForm } from '../../features/contact/components/support-form.tsx'
import { type Prefill, readPrefill } from '../../features/contact/use-support-request.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader, TitledHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** From `?concern=…` in links that anyone may share, and from the history state. The e-mail is never in the address. */
const usePrefill = (): Prefill => {
  const { state } = useHistory().location as { state: unknown }
  const [search] = useSearchParams()
  const { concern } = readPrefill({ concern: search.get('concern') })
  return { ...(concern !== undefined && { concern }), ...readPrefill(state) }
}

const FilledForm = ({ email }: { email: string | undefined }) => {
  const currentPrefill = usePrefill()
  const [prefill] = useState({ ...(email !== undefined && { email }), ...currentPrefill })
  return <SupportForm prefill={prefill} />
}

/** After a reload the server must be asked whose session it is. If it does not answer, the visitor types the e-mail. */
const LearnersForm = () => {
  const { learner, number } = useSession()
  const { data, isLoading } = useQuery({ ...senderQuery(number), enabled: learner === null })
  if (isLoading)
    return (
      <SkeletonScreen>
        <Skeleton height="3.25rem" shape="card" />
        <Skeleton height="3.25rem" shape="card" />
        <Skeleton height="9rem" shape="card" />
      </SkeletonScreen>
    )
  return <FilledForm email={(learner ?? data)?.email} />
}

export function SupportPage() {
  const t = useTranslations('support')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const header = isAuthenticated ? (
    <TitledHeader title={t('title')} backTo={paths.profile} />
  ) : (
    <SimpleHeader backTo={paths.login} />
  )
  return (
    <Screen title={t('title')} header={header} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        {!isAuthenticated && <h1 className={styles.title}>{t('title')}</h1>}
        <p className={styles.text}>{t('intro')}</p>
        {isAuthenticated ? <LearnersForm /> : <FilledForm email={undefined} />}
        {!isAuthenticated && <LanguageLink />}
      </Beside>
    </Screen>
  )
}

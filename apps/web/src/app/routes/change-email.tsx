import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel, Stack } from '../../components/layout.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { ChangeEmailForm } from '../../features/account/components/change-email-form.tsx'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/session.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function ChangeEmailPage() {
  const t = useTranslations('changeEmail')
  const { email } = useLearner()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        {sentTo === null ? (
          <OwnersOwn>
            <ChangeEmailForm current={email} onSent={setSentTo} />
          </OwnersOwn>
        ) : (
          <Sent current={email} sentTo={sentTo} onAgain={() => setSentTo(null)} />
        )}
      </Beside>
    </Screen>
  )
}

const Sent = ({ current, sentTo, onAgain }: { current: string; sentTo: string; onAgain: () => void }) => {
  const t = useTranslations('changeEmail')
  return (
    <>
      <div role="status">
        <h2 className={styles.strong}>{t('sentTitle')}</h2>
        <p className={styles.text}>{t('sent', { email: sentTo })}</p>
      </div>
      <p className={styles.text}>{t('sentNote', { email: current })}</p>
      <Stack gap={8}>
        <ButtonLink to={paths.profile}>{t('toAccount')}</ButtonLink>
        <Button variant="quiet" onClick={onAgain}>
          {t('again')}
        </Button>
      </Stack>
    </>
  )
}

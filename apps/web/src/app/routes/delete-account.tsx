import { useTranslations } from 'use-intl'
import { Beside } from '../../components/layout.tsx'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { DataCard } from '../../features/account/components/data-card.tsx'
import { DeletionCard } from '../../features/account/components/deletion-card.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function DeleteAccountPage() {
  const t = useTranslations('deleteAccount')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <OwnersOwn>
        <Beside aside={<DataCard />}>
          <DeletionCard />
        </Beside>
      </OwnersOwn>
    </Screen>
  )
}

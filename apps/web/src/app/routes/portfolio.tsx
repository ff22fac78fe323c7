import { useTranslations } from 'use-intl'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { LiftingKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { PortfolioView } from '../../features/portfolio/components/portfolio-view.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function PortfolioPage() {
  const t = useTranslations('portfolio')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <LiftingKite />
          </SkyPanel>
        }
      >
        <OwnersOwn>
          <PortfolioView />
        </OwnersOwn>
      </Beside>
    </Screen>
  )
}

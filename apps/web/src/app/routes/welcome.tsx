import { useTranslations } from 'use-intl'
import { PriceList } from '../../features/billing/components/price-list.tsx'
import { PracticePicture } from '../../features/billing/components/what-you-get.tsx'
import { Landing } from '../../features/landing/components/landing.tsx'
import { LandingFooter, LandingHeader } from '../../features/landing/components/landing-frame.tsx'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { Screen } from '../shell/screen.tsx'

/** What the product is, for newcomers and search engines. */
export function WelcomePage() {
  const t = useTranslations('landing')
  useHiddenBottomBar(true)
  return (
    <>
      <Screen title={t('title')} width="roomy" header={<LandingHeader />}>
        <Landing picture={<PracticePicture />} prices={<PriceList />} />
      </Screen>
      <LandingFooter courseId={null} />
    </>
  )
}

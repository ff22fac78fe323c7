import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { WorkPath } from '../../features/courses/components/work-path.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function ForWorkPage() {
  const t = useTranslations('work')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.courses} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        <LoadCourses>{(courses) => <WorkPath courses={courses} />}</LoadCourses>
      </Beside>
    </Screen>
  )
}

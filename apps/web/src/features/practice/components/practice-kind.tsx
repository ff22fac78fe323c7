import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'

/** What a question or an exercise is; one about an earlier lesson says so instead. */
export function PracticeKind({ isRecall, kind }: { isRecall: boolean; kind: string }) {
  const t = useTranslations('practice')
  if (!isRecall) return <Badge tone="kite">{kind}</Badge>
  return (
    <Badge tone="tail" icon={<Icon name="retry" />}>
      {t('recall')}
    </Badge>
  )
}

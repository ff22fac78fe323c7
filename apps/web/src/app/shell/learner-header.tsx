import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Flame } from '../../components/flame.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { streakQuery } from '../../lib/queries.ts'
import styles from './header.module.css'
import { LogoLink } from './logo-link.tsx'

/** The main header with the learner's streak: a placeholder while it loads, nothing if it fails. */
export function LearnerHeader() {
  const { data, isPending } = useQuery(streakQuery)
  return <MainHeader streakCount={isPending ? 'loading' : (data?.current ?? null)} />
}

/** The header's default (docs/product.md); pages pass the learner's real count. */
export const DEFAULT_STREAK_COUNT = 9

/** @param streakCount days in a row; null if unknown, and then nothing is shown */
export function MainHeader({ streakCount = DEFAULT_STREAK_COUNT }: { streakCount?: number | 'loading' | null }) {
  const t = useTranslations('nav')
  return (
    <header className={styles.header}>
      <div className={styles.main}>
        <span className={styles.logo}>
          <LogoLink />
        </span>
        {streakCount === 'loading' && <Skeleton height="2.5rem" width="4.5rem" shape="pill" />}
        {typeof streakCount === 'number' && (
          <span className={styles.streak} role="img" aria-label={t('streak', { count: streakCount })}>
            <Flame />
            <span aria-hidden="true">{streakCount}</span>
          </span>
        )}
      </div>
    </header>
  )
}

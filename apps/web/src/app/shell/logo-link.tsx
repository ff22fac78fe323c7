import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Logo } from '../../components/kite.tsx'
import { brand } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import styles from './header.module.css'

/** The logo leads a learner to what is next today. */
export function LogoLink() {
  const t = useTranslations('nav')
  return (
    <Link className={styles.logoLink} to={paths.dashboard} aria-label={t('toToday', brand)}>
      <Logo />
    </Link>
  )
}

import { NavLink } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../components/icon.tsx'
import { Logo } from '../../components/logo.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './bottom-bar.module.css'

const entries = [
  { to: paths.courses, icon: 'courses', label: 'courses' },
  { to: paths.boost, icon: 'boost', label: 'boost' },
  { to: paths.profile, icon: 'account', label: 'account' },
] as const

/** The three places of the app: at the bottom on a phone, a rail on the left from 960 px. */
export const BottomBar = () => {
  const t = useTranslations('nav')
  return (
    <nav className={styles.bar} aria-label={t('label')}>
      <div className={styles.logo}>
        <Logo />
      </div>
      <ul className={styles.list}>
        {entries.map(({ to, icon, label }) => (
          <li key={to} className={styles.entry}>
            <NavLink to={to} className={styles.link}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

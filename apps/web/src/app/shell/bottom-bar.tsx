import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { Icon } from '../../components/icon.tsx'
import { paths, patterns } from '../../lib/paths.ts'
import { matchPath } from '../../lib/router.tsx'
import { LogoLink } from './logo-link.tsx'
import styles from './shell.module.css'

const entries = [
  {
    to: paths.courses,
    icon: 'courses',
    label: 'courses',
    around: [
      patterns.dashboard,
      patterns.recommendedCourses,
      patterns.forWork,
      patterns.course,
      patterns.lessonStart,
      patterns.monthPlan,
    ],
  },
  { to: paths.boost, icon: 'boost', label: 'boost', around: [] },
  { to: paths.profile, icon: 'account', label: 'account', around: [] },
] as const

/** `page` on the entry's own screen, `true` on the screens around it. */
const currentAt = (pathname: string, { to, around }: (typeof entries)[number]): 'page' | 'true' | undefined => {
  if (matchPath(to, pathname)) return 'page'
  return around.some((pattern) => matchPath(pattern, pathname)) ? 'true' : undefined
}

/** The three main screens: at the bottom on a phone, a rail on the left from 960 px. */
export function BottomBar() {
  const t = useTranslations('nav')
  const [pathname] = useLocation()
  return (
    <nav className={styles.bar} aria-label={t('label')}>
      <div className={styles.logo}>
        <LogoLink />
      </div>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.to} className={styles.entry}>
            <Link to={entry.to} className={styles.link} aria-current={currentAt(pathname, entry)}>
              <span className={styles.icon}>
                <Icon name={entry.icon} />
              </span>
              {t(entry.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

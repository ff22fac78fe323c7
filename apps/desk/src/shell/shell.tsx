import { mayDo } from '@kitewise/contract/desk'
import { NavLink, Outlet, useLocation } from 'react-router'
import layout from '../components/layout.module.css'
import { Failure, Loading } from '../components/page.tsx'
import { sentenceOf } from '../lib/call.ts'
import { type Me, useMe } from '../lib/use-me.ts'
import { sections } from '../sections/sections.ts'
import styles from './shell.module.css'
import { SignInPage } from './sign-in-page.tsx'

/** The frame of every page for staff: the sidebar and the page, or the sign-in. */
export function Shell() {
  const me = useMe()
  if (me.error) return <Failure message={sentenceOf(me.error)} onRetry={() => void me.refetch()} />
  if (me.data === undefined) return <Loading />
  if (me.data === null) return <SignInPage />
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <Sidebar me={me.data} />
      <main id="page" className={styles.page} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function Sidebar({ me }: { me: Me }) {
  const { pathname } = useLocation()
  const visible = sections.filter(({ title, permission }) => title !== null && mayDo(me.role, permission))
  return (
    <header className={styles.side}>
      {/* A new key after each move closes the menu on small screens. */}
      <details key={pathname} className={styles.menu}>
        <summary className={styles.brand}>Desk</summary>
        <Menu me={me} visible={visible} />
      </details>
      <div className={styles.wide}>
        <p className={styles.brand}>Desk</p>
        <Menu me={me} visible={visible} />
      </div>
    </header>
  )
}

function Menu({ me, visible }: { me: Me; visible: typeof sections }) {
  return (
    <nav aria-label="Sections" className={styles.nav}>
      {visible.map(({ path, title }) => (
        <NavLink key={path} to={`/${path}`} className={styles.link}>
          {title}
        </NavLink>
      ))}
      <NavLink to="/account" className={`${styles.link} ${styles.account}`}>
        {me.name}
        <span className={layout.soft}>{me.role}</span>
      </NavLink>
      {me.environment === 'development' ? <p className={styles.environment}>Development</p> : null}
    </nav>
  )
}

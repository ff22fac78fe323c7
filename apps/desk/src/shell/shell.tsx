import { mayDo } from '@kitewise/contract/desk'
import type { ReactNode } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import layout from '../components/layout.module.css'
import { Failure, Loading } from '../components/page.tsx'
import { sentenceOf } from '../lib/call.ts'
import { type Me, useMe } from '../lib/use-me.ts'
import { sections } from '../sections/sections.ts'
import styles from './shell.module.css'
import { SignInPage } from './sign-in-page.tsx'

/** The frame of every page for staff: the sidebar and the page, or the sign-in. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe()
  if (me.error || me.data === undefined)
    return (
      <main className={styles.alone}>
        {me.error ? <Failure message={sentenceOf(me.error)} onRetry={() => void me.refetch()} /> : <Loading />}
      </main>
    )
  if (me.data === null) return <SignInPage />
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <Sidebar me={me.data} />
      <main id="page" className={styles.page} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Sidebar({ me }: { me: Me }) {
  const [path] = useLocation()
  const visible = sections.filter(({ title, permission }) => title !== null && mayDo(me.role, permission))
  return (
    <header className={styles.side}>
      {/* A new key after each move closes the menu on small screens. */}
      <details key={path} className={styles.menu}>
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
        <MenuLink key={path} to={`/${path}`} className={styles.link}>
          {title}
        </MenuLink>
      ))}
      <MenuLink to="/account" className={`${styles.link} ${styles.account}`}>
        <bdi>{me.name}</bdi>
        <span className={layout.soft}>{me.role}</span>
      </MenuLink>
      {me.environment === 'development' ? <p className={styles.environment}>Development</p> : null}
    </nav>
  )
}

/** Marked on its page and on those below. */
function MenuLink({ to, className, children }: { to: string; className: string | undefined; children: ReactNode }) {
  const [isHere] = useRoute(`${to}/*?`)
  return (
    <Link href={to} className={className} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

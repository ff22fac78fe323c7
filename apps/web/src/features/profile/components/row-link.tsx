import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../components/icon.tsx'
import styles from './row-link.module.css'

type RowLinkProps = { to: string; icon?: ReactNode; note?: string; children: ReactNode }

/** A row as wide as its place that leads somewhere. */
export const RowLink = ({ to, icon, note, children }: RowLinkProps) => (
  <Link to={to} className={styles.row}>
    {icon}
    <span className={styles.words}>
      {children}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </span>
    <Icon name="chevronRight" />
  </Link>
)

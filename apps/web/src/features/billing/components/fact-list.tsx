import type { ReactNode } from 'react'
import { Stack } from '../../../components/layout.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './fact-list.module.css'

type FactListProps = { title: string; isSmall?: boolean; picture?: ReactNode; children: ReactNode }

/** Facts with an icon each, below a title. */
export function FactList({ title, isSmall = false, picture, children }: FactListProps) {
  return (
    <Stack as="section" gap={16}>
      {picture}
      <h2 className={styles.title}>{title}</h2>
      <ul className={classNames(styles.list, isSmall && styles.small)}>{children}</ul>
    </Stack>
  )
}

export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={styles.item}>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  )
}

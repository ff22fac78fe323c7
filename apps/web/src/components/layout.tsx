import type { ComponentProps, ElementType, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './layout.module.css'

/** A step of the spacing scale, or one of the two distances between larger parts of a screen. */
export type Gap = 4 | 8 | 12 | 16 | 20 | 24 | 'cards' | 'sections'

/** The class of a stack, for components that draw their own box. */
export function stackClass(gap: Gap): string {
  return classNames(styles.stack, styles[`gap-${gap}`])
}

type LayoutProps<Tag extends ElementType> = { as?: Tag; gap: Gap } & Omit<ComponentProps<Tag>, 'as' | 'gap'>

/** Children below each other, as wide as the place. Long words wrap instead of widening it. */
export function Stack<Tag extends ElementType = 'div'>({ as, gap, className, ...rest }: LayoutProps<Tag>) {
  const Element: ElementType = as ?? 'div'
  return <Element {...rest} className={classNames(stackClass(gap), className)} />
}

/** Children beside each other, wrapping to the next line where there is no room. */
export function Cluster<Tag extends ElementType = 'div'>({ as, gap, className, ...rest }: LayoutProps<Tag>) {
  const Element: ElementType = as ?? 'div'
  return <Element {...rest} className={classNames(styles.cluster, styles[`gap-${gap}`], className)} />
}

type BesideProps = { aside: ReactNode; children: ReactNode }

/** On a laptop, the second part stands beside the first; on a phone, below it. For screens of width `wide`. */
export function Beside({ aside, children }: BesideProps) {
  return (
    <div className={styles.beside}>
      <Stack gap={24}>{children}</Stack>
      <div className={styles.aside}>{aside}</div>
    </div>
  )
}

/** A picture for the second part, on a laptop only. Decorative. */
export function SkyPanel({ children }: { children: ReactNode }) {
  return <div className={styles.sky}>{children}</div>
}

type ActionBarProps = { className?: string | undefined; children: ReactNode }

/** The screen's main action: sticks to the bottom, above the bottom bar. Put it last in the screen. */
export function ActionBar({ className, children }: ActionBarProps) {
  return <div className={classNames(stackClass(8), styles.actionBar, className)}>{children}</div>
}

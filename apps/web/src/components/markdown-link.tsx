import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

/**
 * A link in a text: our own pages open here, everything else in a new tab without a referrer or opener. Without an address,
 * which is what is left of a forbidden one, it's only words.
 */
export function MarkdownLink({ href = '', children }: { href?: string | undefined; children?: ReactNode }) {
  const t = useTranslations('common')
  if (href === '') return <span>{children}</span>
  if (/^\/(?!\/)/.test(href)) return <Link to={href}>{children}</Link>
  if (!/^(https?:)?\/\//i.test(href)) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> ({t('newTab')})</span>
    </a>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { brand } from '../../../lib/brand.ts'
import { paths } from '../../../lib/paths.ts'

/** Opens beside the form, which keeps what was typed. */
const BesideLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const t = useTranslations('common')
  return (
    <Link to={to} target="_blank">
      {children}
      <span className="visually-hidden"> ({t('newTab')})</span>
    </Link>
  )
}

/** The sentences that are agreed to. The server keeps the same ones with the decision, so nothing is added to them here. */
export const TermsAndAgeText = () => {
  const t = useTranslations('consent')
  return t.rich('termsAndAge', {
    terms: (words) => <BesideLink to={paths.terms}>{words}</BesideLink>,
    subscriptionTerms: (words) => <BesideLink to={paths.subscriptionTerms}>{words}</BesideLink>,
    privacy: (words) => <BesideLink to={paths.privacy}>{words}</BesideLink>,
  })
}

export const MarketingText = () => useTranslations('consent')('marketing', brand)

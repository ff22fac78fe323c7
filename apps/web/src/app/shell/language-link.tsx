import { languageDetails } from '@kitewise/rules/language'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { brand } from '../../lib/brand.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import styles from './screen.module.css'

/** To the page that says what the product is. */
export function AboutLink() {
  const t = useTranslations('common')
  return (
    <Link className={styles.languageLink} to={paths.welcome(null)}>
      {t('about', brand)}
    </Link>
  )
}

/** @param onOpen called before it leads away, to keep what was typed */
export function LanguageLink({ onOpen }: { onOpen?: () => void }) {
  const t = useTranslations('menu')
  const { name } = languageDetails[useLanguage((state) => state.language)]
  return (
    <Link className={styles.languageLink} to={paths.language} onClick={onOpen}>
      {t('language', { name })}
    </Link>
  )
}

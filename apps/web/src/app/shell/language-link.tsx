import { languageDetails } from '@kitewise/rules/language'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import styles from './screen.module.css'

/**
 * The way to another language for visitors: in the foot of pages that are open to anybody.
 * @param onOpen called before it leads away, to keep what was typed
 */
export const LanguageLink = ({ onOpen }: { onOpen?: () => void }) => {
  const t = useTranslations('menu')
  const { name } = languageDetails[useLanguage((state) => state.language)]
  return (
    <Link className={styles.languageLink} to={paths.language} onClick={onOpen}>
      {t('language', { name })}
    </Link>
  )
}

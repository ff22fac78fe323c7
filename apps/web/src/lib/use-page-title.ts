import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { brand } from './brand.ts'

/** Names the browser's tab: "Courses · Kitewise". */
export const usePageTitle = (title: string): void => {
  const t = useTranslations('common')
  const full = t('pageTitle', { ...brand, title })
  useEffect(() => {
    document.title = full
  }, [full])
}

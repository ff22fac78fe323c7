import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './what-you-get.module.css'

const benefits = ['getLessons', 'getPractice', 'getPace', 'getCancel'] as const

/** The same with every plan. */
export const WhatYouGet = () => {
  const t = useTranslations('plans')
  return (
    <Card tone="kite" className={styles.card}>
      <h2 className={styles.title}>{t('whatYouGet')}</h2>
      <ul className={styles.list}>
        {benefits.map((benefit) => (
          <li key={benefit} className={styles.item}>
            <Icon name="check" />
            <span>{t(benefit)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

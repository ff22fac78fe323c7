import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { Fact, FactList } from './fact-list.tsx'
import styles from './what-you-get.module.css'

const benefits = ['getLessons', 'getPractice', 'getPace', 'getCancel'] as const

/** A picture of the product, and what a plan opens. */
export function WhatYouGet() {
  const t = useTranslations('plans')
  return (
    <FactList title={t('whatYouGet')} picture={<PracticePicture />}>
      {benefits.map((benefit) => (
        <Fact key={benefit} icon="check">
          {t(benefit)}
        </Fact>
      ))}
    </FactList>
  )
}

const points = [
  { name: 'who', label: 'pictureWho' },
  { name: 'what', label: 'pictureWhat' },
  { name: 'when', label: 'pictureWhen' },
] as const

const mark = (name: string) => (words: ReactNode) => <mark className={styles[name]}>{words}</mark>

/** A picture of the product in the reader's language: a prompt, and the points that it makes, one by one. */
export function PracticePicture() {
  const t = useTranslations('plans')
  return (
    <div className={styles.sky} role="img" aria-label={t('picture')}>
      <div className={styles.screen} aria-hidden="true">
        <div className={styles.top}>
          <span className={styles.bar} />
          <KiteMark />
        </div>
        <p className={styles.task}>{t('pictureTask')}</p>
        <p className={styles.prompt}>
          {t.rich('picturePrompt', { who: mark('who'), what: mark('what'), when: mark('when') })}
        </p>
        <ul className={styles.points}>
          {points.map(({ name, label }) => (
            <li key={name} className={styles[name]}>
              <Icon name="check" />
              {t(label)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

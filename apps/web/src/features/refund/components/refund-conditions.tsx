import type { RefundCheck as Check } from '@kitewise/contract/refund-entities'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './refund-check.module.css'

/** What the plan's rule asks for, each with a mark for done or missing. */
export const RefundConditions = ({ check: { days, guides, modulesPercent } }: { check: Check }) => {
  const t = useTranslations('refund')
  const areGuidesMet = guides.have >= guides.need || modulesPercent.have >= modulesPercent.need
  return (
    <ul className={styles.conditions}>
      <Condition
        isMet={days.have >= days.need}
        words={t(days.inARow ? 'daysInARow' : 'days', { have: days.have, need: days.need })}
      />
      <Condition
        isMet={areGuidesMet}
        words={t('guides', {
          have: guides.have,
          need: guides.need,
          percent: modulesPercent.have,
          percentNeeded: modulesPercent.need,
        })}
      />
    </ul>
  )
}

const Condition = ({ isMet, words }: { isMet: boolean; words: string }) => {
  const t = useTranslations('refund')
  return (
    <li className={classNames(styles.condition, isMet ? styles.met : styles.missing)}>
      <Icon name={isMet ? 'check' : 'clock'} />
      <span>
        <span className="visually-hidden">{t(isMet ? 'met' : 'missing')} </span>
        {words}
      </span>
    </li>
  )
}

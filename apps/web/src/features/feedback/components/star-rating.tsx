import { starCounts } from '@kitewise/rules/feedback'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './star-rating.module.css'

type StarRatingProps = { value: number | null; onChange: (stars: number) => void; error: string | null }

/** One to five stars over the browser's own radios: arrow keys move, space chooses. The number is said in words, too. */
export const StarRating = ({ value, onChange, error }: StarRatingProps) => {
  const t = useTranslations('feedback')
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      className={styles.rating}
      aria-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : `${id}-error`}
    >
      <legend className={styles.legend}>{t('ratingLegend')}</legend>
      <div className={styles.stars}>
        {starCounts.map((stars) => (
          <label key={stars} className={classNames(styles.star, value !== null && stars <= value && styles.lit)}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Icon name="star" />
            <span className="visually-hidden">{t('stars', { count: stars })}</span>
          </label>
        ))}
        <span className={styles.count} aria-hidden="true">
          {value !== null && t('stars', { count: value })}
        </span>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}

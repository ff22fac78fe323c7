import { useId, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './choice.module.css'

export type RadioOption = {
  id: string
  label: ReactNode
  /** After an answer: `good` for the right one, `bad` for a wrong choice. */
  mark?: 'good' | 'bad'
  /** Words for the mark, because a color alone is not accessible. */
  markLabel?: string
}

type RadioGroupProps = {
  legend: ReactNode
  options: readonly RadioOption[]
  value: string | null
  onChange: (id: string) => void
  /** Answered: the choice stays visible but cannot be changed. */
  isReadOnly?: boolean
  /** `pills` and `columns`: short options side by side, without dots, below a small legend. */
  layout?: 'cards' | 'pills' | 'columns'
  /** The language of the legend and the labels, if it differs from the interface. */
  lang?: string | undefined
}

/** Options as cards over the browser's own radios: arrow keys move, space chooses. */
export function RadioGroup({
  legend,
  options,
  value,
  onChange,
  isReadOnly = false,
  layout = 'cards',
  lang,
}: RadioGroupProps) {
  const name = useId()
  return (
    <fieldset
      className={classNames(styles.group, layout !== 'cards' && styles.compact, layout === 'columns' && styles.columns)}
      disabled={isReadOnly}
    >
      <legend className={styles.legend} lang={lang}>
        {legend}
      </legend>
      {options.map((option) => (
        <label
          key={option.id}
          className={classNames(
            styles.option,
            option.mark === 'good' && styles.good,
            option.mark === 'bad' && styles.bad,
          )}
        >
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.id}
            checked={value === option.id}
            onChange={() => onChange(option.id)}
          />
          <span className={styles.label} lang={lang}>
            {option.label}
          </span>
          {option.mark && <Icon name={option.mark === 'good' ? 'check' : 'close'} />}
          {option.markLabel !== undefined && <span className="visually-hidden"> {option.markLabel}</span>}
        </label>
      ))}
    </fieldset>
  )
}

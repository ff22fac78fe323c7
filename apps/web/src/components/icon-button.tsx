import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '../lib/class-names.ts'
import { isSecondClick } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }

/** A button that shows only a drawing; `label` is its name for everybody who cannot see it, and its tooltip. */
export const IconButton = ({ icon, label, className, onClick, ...rest }: IconButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (!isSecondClick(event)) onClick?.(event)
  }
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.iconButton, className)}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  )
}

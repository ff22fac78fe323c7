import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { buttonClass, isSecondClick, type ButtonLook } from './button.tsx'

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook

/** Goes somewhere, looks like a button. */
export const ButtonLink = ({ variant, width, icon, className, children, onClick, ...rest }: ButtonLinkProps) => {
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (isSecondClick(event)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Link {...rest} className={buttonClass({ variant, width }, className)} onClick={press}>
      {icon}
      {children}
    </Link>
  )
}

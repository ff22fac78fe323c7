import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonClass, type ButtonLook } from './button.tsx'

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook

/** Goes somewhere, looks like a button. */
export const ButtonLink = ({ variant, width, icon, className, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass({ variant, width }, className)}>
    {icon}
    {children}
  </Link>
)

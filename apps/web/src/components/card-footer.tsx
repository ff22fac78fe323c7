import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The element of the screen's footer; null until it is drawn, undefined where a card has no footer of its own. */
const Footer = createContext<HTMLElement | null | undefined>(undefined)

/** Its cards put their actions and feedback into `element`. */
export function CardFooterProvider({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return <Footer value={element}>{children}</Footer>
}

/** Whether one card fills the screen, with a footer for its actions. */
export function useHasCardFooter(): boolean {
  return use(Footer) !== undefined
}

/** Actions or feedback of a card: in the screen's footer if there is one, else in place. */
export function InCardFooter({ children }: { children: ReactNode }) {
  const footer = use(Footer)
  const content = <>{children}</>
  if (footer === undefined) return content
  return footer && createPortal(content, footer)
}

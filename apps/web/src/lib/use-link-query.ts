import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { mailedToken } from '@kitewise/rules/mailed-token'
import { storedValue } from './stored-value.ts'

export type LinkQuery = {
  query: URLSearchParams
  /** Forgets the link, which is used or dead, and keeps `outcome` for a reload instead. */
  settle: (outcome?: Record<string, string>) => void
}

const linkOf = (pathname: string) => storedValue(`link:${pathname}`, 'tab')

/** Nothing in a link ends with what a sentence puts behind it. */
const bare = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].map(([name, value]) => [name, mailedToken(value)]))

/**
 * Removed from the address at once, so that no history or shared address has the token. The tab keeps it for a reload.
 */
export function useLinkQuery(): LinkQuery {
  const [pathname] = useLocation()
  const [search, setSearch] = useSearchParams()
  const isInAddress = search.has('token') || search.has('email')
  const [query] = useState(() => (isInAddress ? bare(search) : new URLSearchParams(linkOf(pathname).read() ?? '')))

  useEffect(() => {
    if (!isInAddress) return
    linkOf(pathname).write(bare(search).toString())
    setSearch({}, { replace: true })
  }, [isInAddress, pathname, search, setSearch])

  const settle = useCallback(
    (outcome: Record<string, string> = {}) => {
      const link = linkOf(pathname)
      if (Object.keys(outcome).length === 0) link.remove()
      else link.write(new URLSearchParams(outcome).toString())
    },
    [pathname],
  )
  return { query, settle }
}

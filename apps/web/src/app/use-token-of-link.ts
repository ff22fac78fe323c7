import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Takes the token of a mailed link out of the address at once, so that no history and no shared address holds it. */
export const useTokenOfLink = (): string | null => {
  const [search, setSearch] = useSearchParams()
  const [token] = useState(() => search.get('token'))
  const isInAddress = search.has('token')
  useEffect(() => {
    if (isInAddress) setSearch({}, { replace: true })
  }, [isInAddress, setSearch])
  return token
}

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The query of a mailed link. It leaves the address at once, so that no history and no shared address holds it; a reload forgets it. */
export const useLinkQuery = (): URLSearchParams => {
  const [search, setSearch] = useSearchParams()
  const [query] = useState(search)
  const isInAddress = search.size > 0
  useEffect(() => {
    if (isInAddress) setSearch({}, { replace: true })
  }, [isInAddress, setSearch])
  return query
}

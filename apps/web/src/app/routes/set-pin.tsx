import { Navigate, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'

/** The product spec sends people here once: it is /pin by another name. */
export const SetPinPage = () => {
  const { search } = useLocation()
  return <Navigate to={`${paths.pin}${search}`} replace />
}

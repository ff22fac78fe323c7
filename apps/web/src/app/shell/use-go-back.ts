import { useLocation, useNavigate } from 'react-router'

/** Goes one step back, or to `fallback` when this screen is the first of the visit. */
export const useGoBack = (fallback: string): (() => void) => {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(fallback, { replace: true }) : navigate(-1))
}

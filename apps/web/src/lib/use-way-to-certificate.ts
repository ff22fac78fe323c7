import { useQuery } from '@tanstack/react-query'
import { certificatesQuery } from './learning-queries.ts'
import { paths } from './paths.ts'

/**
 * Where a finished course's certificate is: its own page once it is issued, else the way to it. If the list doesn't
 * load, the way to it, which leads on to an issued one.
 */
export function useWayToCertificate(courseId: string) {
  const { data, isLoading } = useQuery(certificatesQuery)
  const issued = data?.find((certificate) => certificate.courseId === courseId)
  return {
    isLoading,
    isIssued: issued !== undefined,
    to: issued ? paths.certificate(issued.id) : paths.takeCertificate(courseId),
  }
}

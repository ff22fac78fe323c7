import type { PublicCertificate } from '@kitewise/contract/certificates'
import { brand } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'

/** What a share sheet and LinkedIn need to know. */
export type Shared = Pick<PublicCertificate, 'courseName' | 'issueDate' | 'pdfUrl'> & { id: string }

export function addressOf({ id }: Pick<Shared, 'id'>): string {
  return new URL(paths.certificate(id), window.location.origin).href
}

/** LinkedIn's form for a certificate on the visitor's own profile. */
export function addToProfileUrl(certificate: Shared): string {
  const { id, courseName, issueDate } = certificate
  const [year = '', month = ''] = issueDate.split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseName,
    organizationName: brand.brand,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: addressOf(certificate),
    certId: id,
  })
  return `https://www.linkedin.com/profile/add?${query.toString()}`
}

export function linkedInPostUrl(certificate: Shared): string {
  return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: addressOf(certificate) }).toString()}`
}

const makeFile = (parts: BlobPart[]): File => new File(parts, 'certificate.png', { type: 'image/png' })

/**
 * The preview of a shared link as a file, if the device shares files. Read before it is needed: a browser opens its share
 * sheet only right after a tap.
 */
export async function readPicture(id: string, signal: AbortSignal): Promise<File | null> {
  if (!navigator.canShare?.({ files: [makeFile([])] })) return null
  const answer = await fetch(`/api/certificates/${encodeURIComponent(id)}/preview`, { signal })
  return answer.ok ? makeFile([await answer.blob()]) : null
}

const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Opens the device's share sheet. False if there is none, or it doesn't open. */
export async function shareOnDevice(certificate: Shared, text: string, picture: File | null): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share({
      title: certificate.courseName,
      text,
      url: addressOf(certificate),
      ...(picture && { files: [picture] }),
    })
    return true
  } catch (error) {
    return isCanceled(error)
  }
}

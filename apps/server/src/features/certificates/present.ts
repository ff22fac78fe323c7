import type { Certificate, PublicCertificate } from '@kitewise/contract/certificates'
import type { StoredCertificate } from './queries.ts'

const files = (id: string) => ({ pdfUrl: `/api/certificates/${id}/pdf`, badgeUrl: `/api/certificates/${id}/badge` })

export const certificatePath = (id: string): string => `/certificates/${id}`

/** A certificate as its owner sees it. */
export const presentCertificate = ({ id, courseId, name, courseName, issuedOn }: StoredCertificate): Certificate => ({
  id,
  courseId,
  name,
  courseName,
  issueDate: issuedOn,
  certificateUrl: certificatePath(id),
  ...files(id),
})

/** A certificate as everybody may see it. */
export const presentPublicCertificate = ({ id, name, courseName, issuedOn }: StoredCertificate): PublicCertificate => ({
  name,
  courseName,
  issueDate: issuedOn,
  valid: true,
  ...files(id),
})

import type { Certificate } from '@kitewise/contract/certificate-entities'
import { answer, api, at, http } from './api.ts'

/** Issued to Ana Silva on 12 May 2040, unless told otherwise. */
export const makeCertificate = (changes: Partial<Certificate> = {}): Certificate => ({
  id: 'c1',
  courseId: 'ai-zero',
  name: 'Ana Silva',
  courseName: 'AI from Zero',
  issueDate: '2040-05-12',
  certificateUrl: '/certificates/c1',
  pdfUrl: '/api/certificates/c1/certificate.pdf',
  badgeUrl: '/api/certificates/c1/badge',
  ...changes,
})

export const givenCertificates = (...certificates: Certificate[]): void =>
  api.use(http.get(at('/api/certificates'), () => answer(certificates)))

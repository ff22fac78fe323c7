import type { Certificate, CertificateRequirements } from '@kitewise/contract/certificates'
import { answer, api, at, http } from './api.ts'

/** Issued to Ana Silva on 12 May 2040 by default. */
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

/** Nothing is missing by default. */
export const makeRequirements = (changes: Partial<CertificateRequirements> = {}): CertificateRequirements => ({
  isCompleted: true,
  capstone: { lessonId: 'l4', fragmentIndex: 0, practiceId: 'prompt', isPassed: true },
  skimmedLessons: [],
  ...changes,
})

export const givenCertificates = (...certificates: Certificate[]): void =>
  api.use(http.get(at('/api/certificates'), () => answer(certificates)))

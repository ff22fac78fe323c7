import type { Certificate, CertificateRequirements } from '@kitewise/contract/certificates'
import { answer, api, at, http } from './api.ts'

/** Issued to Ana Silva on 12 May 2040 by default. */
export function makeCertificate(changes: Partial<Certificate> = {}): Certificate {
  return {
    id: 'c1',
    courseId: 'ai-zero',
    name: 'Ana Silva',
    courseName: 'AI from Zero',
    issueDate: '2040-05-12',
    certificateUrl: '/certificates/c1',
    pdfUrl: '/api/certificates/c1/certificate.pdf',
    badgeUrl: '/api/certificates/c1/badge',
    ...changes,
  }
}

/** Nothing is missing by default. */
export function makeRequirements(changes: Partial<CertificateRequirements> = {}): CertificateRequirements {
  return {
    isCompleted: true,
    capstone: { lessonId: 'l4', fragmentIndex: 0, practiceId: 'prompt', isPassed: true },
    skimmedLessons: [],
    ...changes,
  }
}

export function givenCertificates(...certificates: Certificate[]): void {
  return api.use(http.get(at('/api/certificates'), () => answer(certificates)))
}

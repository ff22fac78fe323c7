import { z } from 'zod'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import { id } from './entities.ts'
import * as textLimits from './typed/text-limits.ts'
import { typedText } from './typed/typed-text.ts'

/** A learner's certificate. Its addresses need no session, so they work as plain links. */
const certificate = z.object({
  /** 128 random bits; anyone who knows it may see the certificate. */
  id: z.string(),
  courseId: z.string(),
  /** As given for the first certificate; all of a learner's certificates have the same name. */
  name: z.string(),
  /** In the language of the certificate. */
  courseName: z.string(),
  /** YYYY-MM-DD, in the learner's time zone at that time. */
  issueDate: z.iso.date(),
  /** The public page `/certificates/{id}`, which the learner shares. */
  certificateUrl: z.string(),
  /** The A4 certificate as a download. */
  pdfUrl: z.string(),
  /** The signed Open Badges 3.0 credential as a download. */
  badgeUrl: z.string(),
})

/** What a certificate needs: a completed course, a passed capstone and no skimmed lesson (docs/product.md R78). */
const certificateRequirements = z.object({
  /** Every lesson is finished. */
  isCompleted: z.boolean(),
  /** A prompt practice in the last lesson. */
  capstone: z.object({ lessonId: id, fragmentIndex: z.number().int(), practiceId: id, isPassed: z.boolean() }),
  /** Lessons with a skimmed fragment (docs/product.md R79), in course order. */
  skimmedLessons: z.array(id),
})

/** The public part of a certificate (docs/product.md R81). */
const publicCertificate = certificate
  .pick({ name: true, courseName: true, issueDate: true, pdfUrl: true, badgeUrl: true })
  .extend({ valid: z.literal(true) })

export type CertificateRequirements = z.infer<typeof certificateRequirements>
export type Certificate = z.infer<typeof certificate>
export type PublicCertificate = z.infer<typeof publicCertificate>

/**
 * A learner has at most one certificate per course. It never changes but for a corrected name (docs/product.md R81; docs/decisions/0145). "Get
 * my certificate" asks `certificateRequirements`. If nothing is missing, it shows an existing certificate from
 * `listCertificates`, or asks for the name (only for the first one), checks it with `findNameProblem`, and calls
 * `issueCertificate`, which returns the same certificate however often it's called.
 */
export const certificateEndpoints = {
  listCertificates: providerEndpoint({
    method: 'GET',
    path: '/api/certificates',
    answer: data(z.array(certificate)),
    errors: ['unauthorized'],
    summary: "The learner's certificates, newest first.",
  }),
  certificateRequirements: providerEndpoint({
    method: 'GET',
    path: '/api/certificates/requirements/{courseId}',
    params: z.object({ courseId: id }),
    answer: data(certificateRequirements),
    errors: ['unauthorized', 'course_not_found'],
    summary: "The requirements for the certificate of a course that the learner hasn't met yet.",
  }),
  issueCertificate: providerEndpoint({
    method: 'POST',
    path: '/api/certificates',
    body: z.object({
      courseId: id,
      /** The printed name. Ignored if the learner already has a certificate. */
      name: typedText(10 * textLimits.certificateName).optional(),
    }),
    answer: data(certificate),
    errors: [
      'unauthorized',
      'course_not_found',
      'course_incomplete',
      'capstone_not_passed',
      'lessons_skimmed',
      'certificate_name_missing',
      'certificate_name_too_long',
      'certificate_name_unprintable',
    ],
    summary:
      "Issues the certificate of a completed course in the learner's language, or returns the existing one. For `capstone_not_passed` and `lessons_skimmed`, the details list what's missing, like `certificateRequirements`. `details.characters` lists the characters of a name that can't be printed.",
  }),
  verifyCertificate: endpoint({
    method: 'GET',
    path: '/api/certificates/{id}',
    auth: 'public',
    params: z.object({ id }),
    answer: data(publicCertificate),
    errors: ['certificate_not_found'],
    summary: 'The public contents of a certificate. Not found after it was erased.',
  }),
}

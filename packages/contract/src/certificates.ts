import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'
import { id } from './entities.ts'

/**
 * A learner's certificate. The three addresses are paths of this server, to be used as they are: none of them needs a session, so that a
 * plain link works for whoever is given it.
 */
const certificate = z.object({
  /** 128 random bits: whoever knows it may see the certificate. */
  id: z.string(),
  courseId: z.string(),
  /** As the learner gave it for the first certificate; all of theirs have the same. */
  name: z.string(),
  /** In the language in which the certificate was issued. */
  courseName: z.string(),
  /** YYYY-MM-DD, the day it was where the learner was. */
  issueDate: z.iso.date(),
  /** The page of the app that anybody may open: `/certificates/{id}`. Absolute, it is what a learner shares. */
  certificateUrl: z.string(),
  /** The certificate on A4, as a download. For a plain `<a href>`. */
  pdfUrl: z.string(),
  /** The Open Badges 3.0 credential, signed by this server, as a download. For a plain `<a href>`. */
  badgeUrl: z.string(),
})

/** What a certificate asks for. Everything is done where the course is completed, the capstone passed, and no lesson skimmed. */
const certificateRequirements = z.object({
  /** Every lesson is finished. */
  isCompleted: z.boolean(),
  /** The final task: a prompt practice of the last lesson. */
  capstone: z.object({ lessonId: id, fragmentIndex: z.number().int(), practiceId: id, isPassed: z.boolean() }),
  /** Lessons with a fragment that was completed before a tenth of its reading time had passed, in the order of the course. */
  skimmedLessons: z.array(id),
})

/** What a stranger who holds the id is told, and nothing else about the learner. */
const publicCertificate = certificate
  .pick({ name: true, courseName: true, issueDate: true, pdfUrl: true, badgeUrl: true })
  .extend({ valid: z.literal(true) })

export type CertificateRequirements = z.infer<typeof certificateRequirements>
export type Certificate = z.infer<typeof certificate>
export type PublicCertificate = z.infer<typeof publicCertificate>

/**
 * Certificates. A learner has at most one for a course, for as long as the account exists; nothing about it changes once it is issued.
 *
 * - Behind "Get my certificate": `certificateRequirements` tells whether every lesson is finished, whether the capstone, the final task, is
 *   passed, and which lessons went by too fast to count. When nothing is missing, `listCertificates` tells whether there is one for the course already (then show it), and whether there is any
 *   (then its name is used, and none is asked for). Otherwise ask for the name once, check it with `findNameProblem` of
 *   `@kitewise/rules/certificate-name`, and send `issueCertificate`. Pressing twice, or in two tabs, gives the same certificate. Say beside
 *   the field that the name stays, and that whoever has the certificate's address sees it.
 * - Profile: `listCertificates`.
 * - `/certificates/{id}`, open to anybody: `verifyCertificate`; 404 is the page "we know no such certificate".
 */
export const certificateEndpoints = {
  listCertificates: endpoint({
    method: 'GET',
    path: '/api/certificates',
    answer: data(z.array(certificate)),
    errors: ['unauthorized'],
    summary: "The learner's certificates, newest first.",
  }),
  certificateRequirements: endpoint({
    method: 'GET',
    path: '/api/certificates/requirements/{courseId}',
    params: z.object({ courseId: id }),
    answer: data(certificateRequirements),
    errors: ['unauthorized', 'course_not_found'],
    summary: 'What the learner still has to do for the certificate of a course.',
  }),
  issueCertificate: endpoint({
    method: 'POST',
    path: '/api/certificates',
    body: z.object({
      courseId: id,
      /** As it is to be printed. Ignored, and not needed, when the learner has a certificate already. */
      name: z.string().max(1_000).optional(),
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
      "Issues the certificate of a completed course, in the learner's language, or gives the one that was issued before. What is missing (`capstone_not_passed`, `lessons_skimmed`) is in the details, as `certificateRequirements` has it. `details.characters` names what cannot be printed in a name.",
  }),
  verifyCertificate: endpoint({
    method: 'GET',
    path: '/api/certificates/{id}',
    auth: 'public',
    params: z.object({ id }),
    answer: data(publicCertificate),
    errors: ['certificate_not_found'],
    summary: 'What a certificate says, for anybody who has its id. An erased one is not found.',
  }),
}

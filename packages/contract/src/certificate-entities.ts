import { z } from 'zod'
import { id } from './entities.ts'

/**
 * A learner's certificate. The three addresses are paths of this server, to be used as they are: none of them needs a session, so that a
 * plain link works for whoever is given it.
 */
export const certificate = z.object({
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
export const certificateRequirements = z.object({
  /** Every lesson is finished. */
  isCompleted: z.boolean(),
  /** The final task: a prompt practice of the last lesson. */
  capstone: z.object({ lessonId: id, fragmentIndex: z.number().int(), practiceId: id, isPassed: z.boolean() }),
  /** Lessons with a fragment that was completed before a tenth of its reading time had passed, in the order of the course. */
  skimmedLessons: z.array(id),
})

/** What a stranger who holds the id is told, and nothing else about the learner. */
export const publicCertificate = certificate
  .pick({ name: true, courseName: true, issueDate: true, pdfUrl: true, badgeUrl: true })
  .extend({ valid: z.literal(true) })

export type CertificateRequirements = z.infer<typeof certificateRequirements>
export type Certificate = z.infer<typeof certificate>
export type PublicCertificate = z.infer<typeof publicCertificate>

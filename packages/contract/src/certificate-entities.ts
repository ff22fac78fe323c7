import { z } from 'zod'

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

/** What a stranger who holds the id is told, and nothing else about the learner. */
export const publicCertificate = certificate
  .pick({ name: true, courseName: true, issueDate: true, pdfUrl: true, badgeUrl: true })
  .extend({ valid: z.literal(true) })

export type Certificate = z.infer<typeof certificate>
export type PublicCertificate = z.infer<typeof publicCertificate>

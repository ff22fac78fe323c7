import type { Handlers } from '../../platform/handler.ts'
import { asData, ok } from '../../platform/result.ts'
import { listCertificates } from './certificates.sql.ts'
import { findRequirements, issueCertificate } from './issue-certificate.ts'
import { getCertificate, presentCertificate, presentPublicCertificate } from './show-certificate.ts'

export const certificatesRoutes: Handlers<
  'listCertificates' | 'certificateRequirements' | 'issueCertificate' | 'verifyCertificate'
> = {
  listCertificates: async ({ db }, { session }) =>
    ok({ data: (await listCertificates(db, session.userId)).map(presentCertificate) }),

  certificateRequirements: async (context, { session, params }) => {
    return asData(await findRequirements(context, session.userId, params.courseId))
  },

  issueCertificate: async (context, { session, body, language, client }) => {
    const { timeZone } = client.learningMoment
    const issued = await issueCertificate(context, {
      ...body,
      name: body.name,
      userId: session.userId,
      language,
      timeZone,
    })
    return issued.ok ? ok({ data: presentCertificate(issued.value) }) : issued
  },

  verifyCertificate: async (context, { params }) => {
    const found = await getCertificate(context, params.id)
    return found.ok ? ok({ data: presentPublicCertificate(found.value) }) : found
  },
}

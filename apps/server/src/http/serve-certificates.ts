import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { getCertificateBadge, issuerDocument } from '../features/certificates/badge/credential.ts'
import { issuerPath } from '../features/certificates/badge/sign-credential.ts'
import { badgeKeysPath, publishKey, publishKeys } from '../features/certificates/badge/signing-key.ts'
import { getStatusList, statusListPath, statusListSeconds } from '../features/certificates/badge/status-list.ts'
import {
  type CertificateFile,
  getCertificatePdf,
  getCertificatePreview,
} from '../features/certificates/show-certificate.ts'
import type { Result } from '../platform/result.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { sendRefusal } from './respond.ts'

type ById = { Params: { id: string } }

/** Other standards define these shapes. All are public: links cannot carry a session, and verifiers have none. */
export function serveCertificates(app: FastifyInstance, context: Context, limits: Limits): void {
  app.get<ById>('/api/certificates/:id/pdf', async (request, reply) => {
    await limits.certificateFile(networkOf(request.ip))
    return sendFile(reply, await getCertificatePdf(request.context, request.params.id), 'application/pdf')
  })
  app.get<ById>('/api/certificates/:id/badge', async (request, reply) => {
    await limits.certificateFile(networkOf(request.ip))
    return sendFile(reply, await getCertificateBadge(request.context, request.params.id), 'text/plain; charset=utf-8')
  })
  app.get<ById>('/api/certificates/:id/preview', async (request, reply) => {
    await limits.certificateFile(networkOf(request.ip))
    const picture = await getCertificatePreview(request.context, request.params.id)
    if (!picture.ok) return sendRefusal(reply, picture)
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(picture.value)
  })
  app.get(issuerPath, async (_request, reply) => publish(reply).send(issuerDocument(context.config)))
  app.get(badgeKeysPath, async (request, reply) => publish(reply).send(await publishKeys(request.context)))
  app.get<ById>(`${badgeKeysPath}/:id`, async (request, reply) => {
    const key = await publishKey(request.context, request.params.id)
    return key.ok ? publish(reply).send(key.value) : sendRefusal(reply, key)
  })
  app.get<ById>(`${statusListPath}/:id`, async (request, reply) => {
    await limits.certificateFile(networkOf(request.ip))
    const list = await getStatusList(context, request.params.id)
    return list.ok ? publish(reply).type('application/vc+jwt').send(list.value) : sendRefusal(reply, list)
  })
}

/** An erased certificate must disappear at once, so nothing may cache it. */
const sendFile = (reply: FastifyReply, file: Result<CertificateFile>, contentType: string): FastifyReply => {
  if (!file.ok) return sendRefusal(reply, file)
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${file.value.fileName}"`)
    .header('cache-control', 'no-store')
    .send(file.value.bytes)
}

/** Any verifier may read it, also from a browser, and cache it for a while. */
const publish = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', `public, max-age=${statusListSeconds}`)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')

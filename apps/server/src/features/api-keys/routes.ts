import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { asMember } from '../organizations/routes.ts'
import { createKey, revokeKey, rotateKey, showKeys } from './api-keys.ts'

type ApiKeyEndpoint = 'listApiKeys' | 'createApiKey' | 'rotateApiKey' | 'revokeApiKey'

export const apiKeyRoutes: Handlers<ApiKeyEndpoint> = {
  listApiKeys: async (context, request) =>
    asMember(context, request, 'settings', async (member) => ok(await showKeys(context, member))),
  createApiKey: async (context, request) =>
    asMember(context, request, 'settings', (member) => createKey(context, member, request.body)),
  rotateApiKey: async (context, request) =>
    asMember(context, request, 'settings', (member) => rotateKey(context, member, request.params.keyId)),
  revokeApiKey: async (context, request) =>
    asMember(context, request, 'settings', (member) => revokeKey(context, member, request.params.keyId)),
}

import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { answer, api, at, http } from './api.ts'

/** An organization as its owner sees it. */
export const team: OwnOrganization = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'Paper Planes',
  role: 'owner',
  permissions: ['people', 'groups', 'billing', 'settings'],
  seat: 'none',
  group: null,
  accessUntil: null,
  wantsDigest: false,
  assignments: [],
}

/** The organizations that the signed-in person belongs to. */
export function givenTeams(teams: OwnOrganization[] = [team]): void {
  api.use(http.get(at('/api/organizations'), () => answer(teams)))
}

/** Notes what a call sends, and answers it. @returns the bodies, in order */
export function listenTo(method: 'post' | 'put' | 'delete', path: string, reply: () => object): unknown[] {
  const sent: unknown[] = []
  api.use(
    http[method](at(path), async ({ request }) => {
      const text = await request.text()
      sent.push(text === '' ? null : JSON.parse(text))
      return answer(reply())
    }),
  )
  return sent
}

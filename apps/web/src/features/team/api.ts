import type { EventDelivery } from '@kitewise/contract/outgoing-events'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

export const ownOrganizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => call('GET /api/organizations', { signal }),
})

export const joinOffersQuery = queryOptions({
  queryKey: ['organizations', 'offers'],
  queryFn: ({ signal }) => call('GET /api/joining/offers', { signal }),
})

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId],
    queryFn: ({ signal }) => call('GET /api/organizations/{organizationId}', { params: { organizationId }, signal }),
  })
}

export type PeopleQuestion = {
  search: string
  groupId: string
  seat: string
  sort: string
  page: number
}

/** Empty answers of a question aren't sent. The last page stays while the next one loads. */
export function peopleQuery(organizationId: string, { search, groupId, seat, sort, page }: PeopleQuestion) {
  const [column = 'name', direction = 'asc'] = sort.split(' ')
  const query = { page: String(page), sort: column, direction, search, groupId, seat }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  return queryOptions({
    queryKey: ['organization', organizationId, 'people', given],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/people', { params: { organizationId }, query: given, signal }),
    placeholderData: keepPreviousData,
  })
}

export function groupsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'groups'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/groups', { params: { organizationId }, signal }),
  })
}

export function assignmentsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'assignments'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/assignments', { params: { organizationId }, signal }),
  })
}

export function overdueQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'overdue'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/overdue', { params: { organizationId }, signal }),
  })
}

export function planQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'plan'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/plan', { params: { organizationId }, signal }),
  })
}

export function invoicesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'invoices'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/invoices', { params: { organizationId }, signal }),
  })
}

export function invitationsQuery(organizationId: string, page: number) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'invitations', page],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/invitations', {
        params: { organizationId },
        query: { page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function joinLinksQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'join-links'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/join-links', { params: { organizationId }, signal }),
  })
}

export function auditQuery(organizationId: string, page: number) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'audit', page],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/audit', {
        params: { organizationId },
        query: { page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function signInSettingsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'sign-in'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/sign-in', { params: { organizationId }, signal }),
  })
}

export type SignInSettings = Awaited<ReturnType<typeof call<'GET /api/organizations/{organizationId}/sign-in'>>>

export function receiversQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'receivers'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/event-endpoints', { params: { organizationId }, signal }),
  })
}

export function apiKeysQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'api-keys'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/api-keys', { params: { organizationId }, signal }),
  })
}

export type DeliveryQuestion = { state: EventDelivery['state'] | null; page: number }

export function deliveriesQuery(organizationId: string, endpointId: string, { state, page }: DeliveryQuestion) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'deliveries', endpointId, state, page],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/{organizationId}/event-endpoints/{endpointId}/deliveries', {
        params: { organizationId, endpointId },
        query: { page: String(page), ...(state !== null && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** Reads everything about an organization again; call it after a write. */
export function useRefresh(organizationId: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['organization', organizationId] }),
      client.invalidateQueries({ queryKey: ownOrganizationsQuery.queryKey }),
    ])
  }
}

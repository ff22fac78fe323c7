// Generated from packages/contract by `tsx scripts/openapi.ts`.

/** New codes may be added. */
export type ErrorCode =
  | 'already_invited'
  | 'already_member'
  | 'api_key_invalid'
  | 'group_not_found'
  | 'idempotency_key_missing'
  | 'idempotency_key_reused'
  | 'internal_error'
  | 'invalid_email'
  | 'invalid_request'
  | 'not_found'
  | 'payload_too_large'
  | 'scope_missing'
  | 'too_many_invitations'
  | 'too_many_requests'
  | 'unavailable'
  | 'unsupported_media_type'

export type Operations = {
  /** The key's organization, with its seats. Scope: `people:read`. */
  getOrganization: {
    input: Record<string, never>
    answer: {
      data: {
        id: string
        name: string
        seats: {
          total: number
          taken: number
          waiting: number
        }
      }
    }
  }
  /** Everybody in the organization, in the order of `userId`. Scope: `people:read`. */
  listPeople: {
    input: {
      /** `next` of the page before. */
      cursor?: string
      /** Rows on a page. */
      limit?: number
    }
    answer: {
      data: {
        userId: string
        /** First name, if given. */
        name: string | null
        email: string
        role: 'owner' | 'manager' | 'billing' | 'member'
        groupId: string | null
        /** `waiting`: gets the next free seat. */
        seat: 'taken' | 'waiting' | 'none'
        joinedAt: string
      }[]
      /** To send as `cursor`; null at the end. */
      next: string | null
    }
  }
  /** The groups by name. Scope: `people:read`. */
  listGroups: {
    input: Record<string, never>
    answer: {
      data: {
        id: string
        name: string
        members: number
      }[]
    }
  }
  /** Finished lessons and courses, certificates and days of each person, in the order of `userId`. Scope: `progress:read`. */
  listProgress: {
    input: {
      /** `next` of the page before. */
      cursor?: string
      /** Rows on a page. */
      limit?: number
    }
    answer: {
      data: {
        userId: string
        daysLearned: number
        /** The last day of learning; null before the first. */
        lastDay: string | null
        /** Finished ones. */
        lessons: number
        /** Finished ones. */
        courses: number
        certificates: number
      }[]
      /** To send as `cursor`; null at the end. */
      next: string | null
    }
  }
  /** The certificates of all people, in the order of `userId` and `courseId`. Scope: `progress:read`. */
  listCertificates: {
    input: {
      /** `next` of the page before. */
      cursor?: string
      /** Rows on a page. */
      limit?: number
    }
    answer: {
      data: {
        userId: string
        courseId: string
        /** The title on the certificate. */
        course: string
        issuedOn: string
      }[]
      /** To send as `cursor`; null at the end. */
      next: string | null
    }
  }
  /** Mails an invitation, which is good for 30 days. Scope: `people:write`. */
  invitePerson: {
    input: {
      email: string
      name?: string
      groupId?: string | null
    }
    answer: {
      data: {
        id: string
      }
    }
  }
  /** Takes a person's seat back, or takes the person off the waiting list. The person stays a member. Scope: `people:write`. */
  freeSeat: {
    input: {
      userId: string
    }
    answer: {
      data: {
        done: true
      }
    }
  }
}

export const operations = {
  getOrganization: { method: 'GET', path: '/api/v1/organization' },
  listPeople: { method: 'GET', path: '/api/v1/organization/people' },
  listGroups: { method: 'GET', path: '/api/v1/organization/groups' },
  listProgress: { method: 'GET', path: '/api/v1/organization/progress' },
  listCertificates: { method: 'GET', path: '/api/v1/organization/certificates' },
  invitePerson: { method: 'POST', path: '/api/v1/organization/invitations' },
  freeSeat: { method: 'DELETE', path: '/api/v1/organization/people/{userId}/seat' },
} as const satisfies Record<keyof Operations, { method: string; path: string }>

import type { ScimUser } from './scim-users.sql.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A person as a SCIM resource. @param base address of the organization's SCIM */
export function presentUser(base: string, user: ScimUser) {
  const { id, userName, externalId, email, givenName, familyName, displayName, isActive, createdAt, changedAt } = user
  const full = [givenName, familyName].filter((part) => part !== null).join(' ')
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: {
      ...(full !== '' && { formatted: full }),
      ...(givenName !== null && { givenName }),
      ...(familyName !== null && { familyName }),
    },
    ...(displayName !== null && { displayName }),
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: changedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}

/** What is supported (RFC 7643, section 5). */
export function serviceProvider(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token made in the settings of the organization.',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string) {
  return [
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      schema: userSchema,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
    },
  ]
}

type Attribute = {
  name: string
  type?: string
  required?: boolean
  uniqueness?: string
  multiValued?: boolean
  subAttributes?: object[]
}

const attribute = ({ name, type = 'string', ...rest }: Attribute) => ({
  name,
  type,
  multiValued: false,
  required: false,
  ...(type === 'string' && { caseExact: false }),
  mutability: 'readWrite',
  returned: 'default',
  ...(type === 'string' && { uniqueness: 'none' }),
  ...rest,
})

export function schemas(base: string) {
  return [
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      id: userSchema,
      name: 'User',
      description: 'A person of the organization',
      attributes: [
        attribute({ name: 'userName', required: true, uniqueness: 'server' }),
        attribute({
          name: 'name',
          type: 'complex',
          subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute({ name })),
        }),
        attribute({ name: 'displayName' }),
        attribute({
          name: 'emails',
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute({ name: 'value' }),
            attribute({ name: 'type' }),
            attribute({ name: 'primary', type: 'boolean' }),
          ],
        }),
        attribute({ name: 'active', type: 'boolean' }),
      ],
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
    },
  ]
}

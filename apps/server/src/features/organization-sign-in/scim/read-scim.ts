import { readEmailAddress } from '@kitewise/rules/account'
import { type Filter, parse } from 'scim2-parse-filter'
import { isCleanText } from '../../../platform/clean-text.ts'
import type { ScimFilter, ScimUser } from './scim-users.sql.ts'

/** An error as RFC 7644, section 3.12, describes it. */
export class ScimError extends Error {
  override name = 'ScimError'

  constructor(
    readonly status: number,
    readonly scimType: 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'uniqueness' | null,
    detail: string,
  ) {
    super(detail)
  }
}

/** What a directory may say of a person. */
export type Description = Pick<
  ScimUser,
  'userName' | 'externalId' | 'email' | 'givenName' | 'familyName' | 'displayName' | 'isActive'
>

type Values = Record<string, unknown>

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

const longestText = 300

const readText = (name: string, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string' || value.length > longestText)
    throw new ScimError(400, 'invalidValue', `${name} must be a text of at most ${longestText} characters.`)
  return value
}

const activeWords: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  active: true,
  false: false,
  '0': false,
  no: false,
  inactive: false,
}

/** Directories send booleans, words and numbers, some of them in a list or an object. */
const readActive = (value: unknown): boolean => {
  if (Array.isArray(value) && value.length === 1) return readActive(value[0])
  if (isMap(value) && 'value' in value) return readActive(value.value)
  const word = String(value).trim().toLowerCase()
  const isActive = typeof value !== 'object' && Object.hasOwn(activeWords, word) ? activeWords[word] : undefined
  if (isActive === undefined) throw new ScimError(400, 'invalidValue', 'active must be true or false.')
  return isActive
}

/** The primary address of a list, or the work address, or the first. */
const readEmails = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  const list = (Array.isArray(value) ? value : [value]).filter(isMap)
  const chosen =
    list.find(({ primary }) => primary === true || String(primary).toLowerCase() === 'true') ??
    list.find(({ type }) => type === 'work') ??
    list[0]
  return readText('emails.value', chosen?.value)
}

const nothing: Description = {
  userName: '',
  externalId: null,
  email: '',
  givenName: null,
  familyName: null,
  displayName: null,
  isActive: true,
}

/** A whole person: the body of POST and PUT. Unknown attributes and passwords are ignored. */
export function readPerson(body: unknown): Description {
  if (!isMap(body)) throw new ScimError(400, 'invalidSyntax', 'The body must be an object.')
  const draft = { ...nothing }
  for (const [name, value] of Object.entries(body)) setAttribute(draft, name, value)
  return complete(draft)
}

/** The address is the one of `emails`, or the user name if that is one. */
const complete = (draft: Description): Description => {
  if (draft.userName === '') throw new ScimError(400, 'invalidValue', 'userName is required.')
  const email = readEmailAddress(draft.email === '' ? draft.userName : draft.email)
  if (email === null) throw new ScimError(400, 'invalidValue', 'emails.value must be an email address.')
  return { ...draft, email }
}

/** Attributes of the standard that we don't keep. */
const ignored =
  /^(schemas|id|meta|password|groups|roles|title|usertype|nickname|profileurl|preferredlanguage|locale|timezone|phonenumbers|addresses|ims|photos|entitlements|x509certificates|name\.(middlename|honorificprefix|honorificsuffix)|name\.formatted|urn:.+)([.[].*)?$/i

/** An attribute's name without the schema, which may stand before it (RFC 7644, section 3.10). */
const withoutSchema = (path: string): string => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/i, '')

/** One attribute by its path; `value` is undefined to remove it. Names ignore case. */
const setAttribute = (draft: Description, path: string, value: unknown): void => {
  const plain = withoutSchema(path)
  const name = plain.toLowerCase()
  if (name === 'username') draft.userName = readText('userName', value) ?? ''
  else if (name === 'externalid') draft.externalId = readText('externalId', value)
  else if (name === 'displayname') draft.displayName = readText('displayName', value)
  else if (name === 'active') draft.isActive = readActive(value)
  else if (name === 'name.givenname') draft.givenName = readText('name.givenName', value)
  else if (name === 'name.familyname') draft.familyName = readText('name.familyName', value)
  else if (name === 'name') setName(draft, value)
  else if (/^emails(\[.*\])?(\.value)?$/.test(name)) setEmail(draft, name, value)
  else if (/^emails(\[.*\])?\.(type|primary|display)$/.test(name) || ignored.test(plain)) return
  else throw new ScimError(400, 'invalidPath', `There is no attribute ${path.slice(0, 100)}.`)
}

const setName = (draft: Description, value: unknown): void => {
  if (value !== undefined && !isMap(value)) throw new ScimError(400, 'invalidValue', 'name must be an object.')
  const parts = new Map(Object.entries(value ?? { givenName: null, familyName: null }))
  for (const [part, text] of parts) setAttribute(draft, `name.${part}`, text)
}

/** Only the address for work counts. */
const setEmail = (draft: Description, name: string, value: unknown): void => {
  if (name.includes('[') && !/\[\s*(type eq "work"|primary eq (true|"true"))\s*\]/.test(name)) return
  const email = readEmails(value)
  if (email !== null) draft.email = email
  else if (value === undefined) draft.email = ''
}

/**
 * The changes of a PATCH. Operations may have a path, or a map of paths instead; their names may be in capitals.
 * @returns the person after them
 */
export function applyPatch(person: Description, body: unknown): Description {
  const operations = isMap(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')?.[1] : null
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'invalidSyntax', 'The body must have a list of Operations.')
  const draft = { ...person }
  for (const operation of operations) applyOperation(draft, operation)
  return complete(draft)
}

const applyOperation = (draft: Description, operation: unknown): void => {
  const { op, path, value } = isMap(operation) ? operation : {}
  const kind = typeof op === 'string' ? op.toLowerCase() : ''
  if (kind === 'remove') {
    if (typeof path !== 'string') throw new ScimError(400, 'invalidPath', 'remove needs a path.')
    return setAttribute(draft, path, undefined)
  }
  if (kind !== 'add' && kind !== 'replace')
    throw new ScimError(400, 'invalidSyntax', 'op must be add, replace or remove.')
  if (typeof path === 'string') return setAttribute(draft, path, value)
  if (!isMap(value)) throw new ScimError(400, 'invalidValue', 'Without a path, value must be an object.')
  for (const [name, part] of Object.entries(value)) setAttribute(draft, name, part)
}

const filterNames: Record<string, NonNullable<ScimFilter>['by']> = {
  username: 'userName',
  externalid: 'externalId',
  id: 'id',
  emails: 'email',
  'emails.value': 'email',
}

const longestFilter = 1_000

type Comparison = { name: string; value: unknown }

/** The comparisons for equality that all have to hold; null for anything else. */
const comparisonsOf = (filter: Filter, within = ''): Comparison[] | null => {
  if (filter.op === 'eq')
    return [{ name: `${within}${withoutSchema(filter.attrPath).toLowerCase()}`, value: filter.compValue }]
  if (filter.op === '[]') return comparisonsOf(filter.valFilter, `${withoutSchema(filter.attrPath).toLowerCase()}.`)
  if (filter.op !== 'and') return null
  const parts = filter.filters.map((part) => comparisonsOf(part, within))
  return parts.every((part) => part !== null) ? parts.flat() : null
}

/** One address is kept, whatever its kind. */
const isKindOfAddress = ({ name }: Comparison): boolean => name === 'emails.type' || name === 'emails.primary'

/** The parser leaves the escapes of JSON in a text, but for quotation marks. @throws SyntaxError */
const unescaped = (text: string): string => String(JSON.parse(`"${text.replaceAll('"', '\\"')}"`))

/** One comparison for equality. @throws ScimError invalidFilter for everything else */
export function readFilter(filter: string | undefined): ScimFilter {
  if (filter === undefined || filter === '') return null
  try {
    const all = filter.length <= longestFilter ? comparisonsOf(parse(filter)) : null
    const [only, ...more] = all?.filter((one) => !isKindOfAddress(one)) ?? []
    const by = filterNames[only?.name ?? '']
    const value = typeof only?.value === 'string' ? unescaped(only.value) : null
    if (by !== undefined && more.length === 0 && value !== null && isCleanText(value)) return { by, value }
  } catch {
    // It doesn't follow the grammar of RFC 7644, section 3.4.2.2.
  }
  throw new ScimError(
    400,
    'invalidFilter',
    'Supported filters: userName eq "…", externalId eq "…", emails.value eq "…", id eq "…".',
  )
}

import { z } from 'zod'
import { data } from '../endpoint.ts'
import { invoiceStates } from '../seat-entities.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { searchText, tablePage, tableQuery } from './table.ts'

/** none: never had a contract. past_due: a charge failed, or an invoice is overdue. */
export const organizationStates = ['active', 'past_due', 'ended', 'none', 'closed'] as const

/** `text`: in the name, the legal name or an owner's address. */
export const organizationFilters = { state: z.enum(organizationStates).optional(), text: searchText }

/** Times are Unix milliseconds, amounts minor units. */
const organizationRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The longest-standing owner; null for a closed organization. */
  userId: z.uuid().nullable(),
  email: z.string().nullable(),
  seats: z.int(),
  taken: z.int(),
  state: z.enum(organizationStates),
  /** What a period of the contract costs; null without one. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  interval: z.string().nullable(),
  periodEnd: z.number().nullable(),
  /** End of the people's access. */
  accessUntil: z.number().nullable(),
  createdAt: z.number(),
})

const organizationInvoice = z.object({
  id: z.string(),
  /** Null for a draft. */
  number: z.string().nullable(),
  state: z.enum(invoiceStates),
  isOverdue: z.boolean(),
  amount: z.int(),
  currency: z.string(),
  createdAt: z.number(),
  dueAt: z.number().nullable(),
  /** The provider's page of the invoice. */
  url: z.string().nullable(),
})

export const organizationMoneyEndpoints = {
  moneyOrganizations: deskEndpoint({
    method: 'GET',
    path: '/api/desk/money/organizations',
    permission: 'money.read',
    query: tableQuery(['createdAt', 'name', 'seats', 'taken', 'state', 'amount', 'periodEnd', 'accessUntil']).extend(
      organizationFilters,
    ),
    answer: tablePage(organizationRow),
    object: { kind: 'list' },
    summary: 'Organizations with their seats and contract, and an owner.',
  }),
  listOrganizationInvoices: deskEndpoint({
    method: 'GET',
    path: '/api/desk/money/organizations/{organizationId}/invoices',
    permission: 'money.read',
    params: z.object({ organizationId: z.uuid() }),
    answer: data(z.array(organizationInvoice)),
    errors: ['not_found'],
    object: { kind: 'organization', param: 'organizationId' },
    summary: "The invoices of an organization's contracts as the payment provider has them, newest first.",
  }),
}

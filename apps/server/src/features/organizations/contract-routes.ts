import type { EmbeddedInvoice } from '@kitewise/contract/seat-entities'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { asData, ok, refuse, type Result } from '../../platform/result.ts'
import { buySeats, changeRenewal, changeSeats, listInvoices, refreshContract, showPlan } from './contracts.ts'
import { readContract } from './read-contract.ts'
import { asMember } from './routes.ts'

type ContractEndpoint =
  | 'getOrganizationPlan'
  | 'listInvoices'
  | 'buySeats'
  | 'changeSeats'
  | 'cancelContract'
  | 'resumeContract'
  | 'refreshContract'
  | 'getEmbeddedInvoice'
  | 'payEmbeddedInvoice'

export const contractRoutes: Handlers<ContractEndpoint> = {
  getOrganizationPlan: async (context, request) =>
    asMember(context, request, 'billing', async ({ organizationId }) => ok(await showPlan(context, organizationId))),
  listInvoices: async (context, request) =>
    asMember(context, request, 'billing', async ({ organizationId }) =>
      ok(await listInvoices(context, organizationId)),
    ),
  buySeats: async (context, request) =>
    asMember(context, request, 'billing', (member) => buySeats(context, member, request.body)),
  changeSeats: async (context, request) =>
    asMember(context, request, 'billing', (member) => changeSeats(context, member, request.body)),
  cancelContract: async (context, request) =>
    asMember(context, request, 'billing', (member) => changeRenewal(context, member, 'cancel')),
  resumeContract: async (context, request) =>
    asMember(context, request, 'billing', (member) => changeRenewal(context, member, 'resume')),
  refreshContract: async (context, request) =>
    asMember(context, request, 'billing', async (member) => ok(await refreshContract(context, member))),
  getEmbeddedInvoice: async (context, { params }) => asData(await showInvoice(context, params.invoiceId, 'read')),
  payEmbeddedInvoice: async (context, { params }) => asData(await showInvoice(context, params.invoiceId, 'pay')),
}

/** The embedded provider's page. After paying, its contract is read without waiting for the event. */
const showInvoice = async (
  context: Context,
  invoiceId: string,
  wish: 'read' | 'pay',
): Promise<Result<EmbeddedInvoice>> => {
  const { embedded } = context.payments
  const found = (await (wish === 'pay' ? embedded?.payInvoice(invoiceId) : embedded?.findInvoice(invoiceId))) ?? null
  if (!found) return refuse('checkout_not_found')
  if (wish === 'pay') await readContract(context, found.contractId)
  return ok({ ...found, invoiceId, number: found.number ?? '', returnPath: '/team/plan' })
}

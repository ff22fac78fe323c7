export { CheckoutInvoicePage } from '../routes/checkout-invoice.tsx'
export { JoinPage } from '../routes/join.tsx'
export { TeamGroupsPage, TeamPage, TeamPlanPage } from '../routes/team.tsx'

export { CheckoutInvoicePage } from '../routes/checkout-invoice.tsx'
export { JoinPage } from '../routes/join.tsx'
export { TeamGroupsPage, TeamPage, TeamPlanPage, TeamSettingsPage } from '../routes/team.tsx'

export { CheckoutInvoicePage } from '../routes/checkout-invoice.tsx'
export { JoinPage } from '../routes/join.tsx'
export {
  TeamEventsPage,
  TeamGroupsPage,
  TeamPage,
  TeamPlanPage,
  TeamSettingsPage,
  TeamSignInPage,
} from '../routes/team.tsx'

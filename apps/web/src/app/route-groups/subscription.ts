export { SubscriptionPage } from '../routes/subscription.tsx'
export { WithdrawalPage } from '../routes/withdrawal.tsx'

export { MonthPlanPage } from '../routes/month-plan.tsx'

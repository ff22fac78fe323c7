export { OnboardingEmailPage } from '../routes/onboarding-email.tsx'
export { OnboardingProcessingPage } from '../routes/onboarding-processing.tsx'
export { OnboardingResultPage } from '../routes/onboarding-result.tsx'

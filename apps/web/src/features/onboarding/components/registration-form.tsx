import * as textLimits from '@kitewise/contract/typed/text-limits'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { EmailField, Field, FieldError } from '../../../components/field.tsx'
import { brand } from '../../../lib/brand.ts'
import { paths } from '../../../lib/paths.ts'
import { type Registrant, registerAfterQuiz, type RegistrationProblem, useRegistration } from '../use-registration.ts'

const useFocusOnProblem = (problems: RegistrationProblem[]) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return form
}

type RegistrationFormProps = {
  /** Returns false when it shows a problem itself. */
  register?: (registrant: Registrant) => Promise<boolean>
  onRegistered: () => void
  /** Fields before the others. */
  children?: ReactNode
  /** The screen has more than the form, which a pinned button would cover. */
  isPartOfScreen?: boolean
  submitText?: string
}

/** E-mail and consents. No box is preselected, and the response is the same for every address. */
export function RegistrationForm({
  register = registerAfterQuiz,
  onRegistered,
  children,
  isPartOfScreen = false,
  submitText,
}: RegistrationFormProps) {
  const t = useTranslations('registration')
  const tError = useTranslations('errors')
  const { form, change, check, send, problems, isBusy } = useRegistration(register, onRegistered)
  const element = useFocusOnProblem(problems)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy && check()) send()
  }
  const say = (...known: RegistrationProblem[]): string | null => {
    const problem = known.find((one) => problems.includes(one))
    if (!problem) return null
    return problem === 'addressBounces' ? tError(problem) : t(problem)
  }
  const button = (
    <Button type="submit" isBusy={isBusy}>
      {submitText ?? t('submit')}
    </Button>
  )
  return (
    <Stack ref={element} as="form" gap={20} onSubmit={submit} noValidate>
      {children}
      <Field
        label={t('firstName')}
        hint={t('firstNameHint')}
        name="given-name"
        autoComplete="given-name"
        limit={textLimits.firstName}
        value={form.firstName}
        onChange={(event) => change({ firstName: event.target.value })}
      />
      <EmailField
        label={t('emailLabel')}
        placeholder={t('emailPlaceholder')}
        error={say('emailInvalid', 'addressBounces')}
        value={form.email}
        onChange={(email) => change({ email })}
      />
      <Consents form={form} onChange={change} error={say('termsRequired')} />
      <FieldError message={say('tooMany', 'failed')} />
      {/* A pinned button would cover what is wrong in a longer form. */}
      {children || isPartOfScreen ? button : <ActionBar>{button}</ActionBar>}
    </Stack>
  )
}

type ConsentsProps = Pick<ReturnType<typeof useRegistration>, 'form'> & {
  onChange: ReturnType<typeof useRegistration>['change']
  error: string | null
}

const Consents = ({ form, onChange, error }: ConsentsProps) => (
  <Stack gap={8}>
    <Checkbox
      label={<TermsAndAgeText />}
      isChecked={form.hasAgreed}
      onChange={(hasAgreed) => onChange({ hasAgreed })}
      error={error}
      isRequired
    />
    <Checkbox label={<MarketingText />} isChecked={form.wantsMail} onChange={(wantsMail) => onChange({ wantsMail })} />
  </Stack>
)

/** Opens in a new tab, so the form keeps its input. */
const BesideLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const t = useTranslations('common')
  return (
    <a href={to} target="_blank">
      {children}
      <span className="visually-hidden"> ({t('newTab')})</span>
    </a>
  )
}

const besideLink = (to: string) => (words: ReactNode) => <BesideLink to={to}>{words}</BesideLink>

const consentLinks = {
  terms: besideLink(paths.terms),
  subscriptionTerms: besideLink(paths.subscriptionTerms),
  privacy: besideLink(paths.privacy),
}

/** The consent sentences. The server stores the same ones with the decision, so nothing is added to them here. */
const TermsAndAgeText = () => {
  const t = useTranslations('consent')
  return <>{t.rich('termsAndAge', consentLinks)}</>
}

const MarketingText = () => <>{useTranslations('consent')('marketing', brand)}</>

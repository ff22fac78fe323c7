import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { EmailField, FieldError } from '../../../components/field.tsx'
import { type RegistrationProblem, useRegistration } from '../use-registration.ts'
import { MarketingText, TermsAndAgeText } from './consent-texts.tsx'
import { MarketingDialog } from './marketing-dialog.tsx'
import styles from './registration-form.module.css'

/** The first field that is wrong gets the focus. */
const useFocusOnProblem = (problems: RegistrationProblem[]) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return form
}

/** E-mail and consents. No box is ticked beforehand, and what follows is the same for every address. */
export const RegistrationForm = ({ onRegistered }: { onRegistered: () => void }) => {
  const t = useTranslations('registration')
  const { form, change, check, send, problems, isBusy } = useRegistration(onRegistered)
  const [isAsking, setAsking] = useState(false)
  const element = useFocusOnProblem(problems)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || !check()) return
    if (form.wantsMail) send(true)
    else setAsking(true)
  }
  const decide = (wantsMail: boolean): void => {
    setAsking(false)
    send(wantsMail)
  }
  const say = (...known: RegistrationProblem[]): string | null => {
    const problem = known.find((one) => problems.includes(one))
    return problem ? t(problem) : null
  }
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      <EmailField
        label={t('emailLabel')}
        placeholder={t('emailPlaceholder')}
        error={say('emailInvalid')}
        value={form.email}
        onChange={(email) => change({ email })}
      />
      <Consents form={form} onChange={change} error={say('termsRequired')} />
      <FieldError message={say('tooMany', 'failed')} />
      <Button type="submit" isBusy={isBusy}>
        {t('submit')}
      </Button>
      <MarketingDialog
        isOpen={isAsking}
        onConfirm={() => decide(true)}
        onSkip={() => decide(false)}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}

type ConsentsProps = Pick<ReturnType<typeof useRegistration>, 'form'> & {
  onChange: ReturnType<typeof useRegistration>['change']
  error: string | null
}

const Consents = ({ form, onChange, error }: ConsentsProps) => (
  <div className={styles.consents}>
    <Checkbox
      label={<TermsAndAgeText />}
      isChecked={form.hasAgreed}
      onChange={(hasAgreed) => onChange({ hasAgreed })}
      error={error}
      isRequired
    />
    <Checkbox label={<MarketingText />} isChecked={form.wantsMail} onChange={(wantsMail) => onChange({ wantsMail })} />
  </div>
)

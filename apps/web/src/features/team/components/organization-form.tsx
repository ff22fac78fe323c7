import * as textLimits from '@kitewise/contract/typed/text-limits'
import { countryCodes } from '@kitewise/contract/countries'
import type { OrganizationWish } from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'
import { type FormEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmailField, Field, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useRefresh } from '../api.ts'
import { useTeamError } from '../use-team-action.ts'
import styles from './team.module.css'

/** For whoever has no organization yet: what a team gets, and the form that begins one. */
export function CreateOrganization() {
  const t = useTranslations('team')
  const { email } = useLearner()
  const refresh = useRefresh('')
  const create = async (body: OrganizationWish): Promise<void> => {
    await call('POST /api/organizations', { body })
    await refresh()
  }
  return (
    <Stack gap={24}>
      <Card tone="kite" gap={8}>
        <h2 className={styles.heading}>{t('introTitle')}</h2>
        <p>{t('intro')}</p>
      </Card>
      <OrganizationForm label={t('create')} first={{ ...emptyWish, billingEmail: email }} onSave={create} />
    </Stack>
  )
}

const emptyWish: OrganizationWish = {
  name: '',
  legalName: '',
  street: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  country: '',
  billingEmail: '',
  vatId: '',
  purchaseOrder: '',
}

const required = ['name', 'legalName', 'street', 'city', 'country'] as const

type OrganizationFormProps = {
  label: string
  first: OrganizationWish
  /** May reject as `call` does. */
  onSave: (wish: OrganizationWish) => Promise<unknown>
}

/** Name and legal details, which invoices show. Everything that was typed stays after a failure. */
export function OrganizationForm({ label, first, onSave }: OrganizationFormProps) {
  const t = useTranslations('team.form')
  const form = useRef<HTMLFormElement>(null)
  const errorText = useTeamError()
  const [wish, setWish] = useState(first)
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { run: save, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await onSave(wish)
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  const isMissing = (field: keyof OrganizationWish): boolean =>
    (required as readonly string[]).includes(field) && wish[field].trim() === ''
  const isBadEmail = readEmailAddress(wish.billingEmail) === null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (!isBadEmail && !required.some(isMissing)) return save()
    form.current?.querySelector<HTMLElement>('[data-missing="true"]')?.focus()
  }
  const field = (name: keyof OrganizationWish) => ({
    label: t(name),
    limit: textLimits.addressLine,
    value: wish[name],
    'data-missing': isMissing(name),
    error: isChecked && isMissing(name) ? t('missing') : null,
    onChange: (event: { target: { value: string } }): void => setWish({ ...wish, [name]: event.target.value }),
  })
  return (
    <Stack ref={form} as="form" gap={16} onSubmit={submit} noValidate>
      <Field {...field('name')} hint={t('nameHint')} limit={textLimits.teamName} autoComplete="off" />
      <div className={styles.pair}>
        <Field {...field('legalName')} hint={t('legalNameHint')} autoComplete="organization" />
        <EmailField
          {...field('billingEmail')}
          hint={t('billingEmailHint')}
          error={isChecked && isBadEmail ? t('badEmail') : null}
          data-missing={isBadEmail}
          onChange={(billingEmail) => setWish({ ...wish, billingEmail })}
        />
        <Field {...field('street')} autoComplete="address-line1" />
        <Field {...field('addressLine2')} autoComplete="address-line2" />
        <Field {...field('postalCode')} limit={20} autoComplete="postal-code" />
        <Field {...field('city')} autoComplete="address-level2" />
        <CountrySelect value={wish.country} onChange={(country) => setWish({ ...wish, country })} />
        <Field {...field('vatId')} hint={t('vatIdHint')} limit={20} autoComplete="off" />
        <Field {...field('purchaseOrder')} hint={t('purchaseOrderHint')} limit={30} autoComplete="off" />
      </div>
      {isChecked && isMissing('country') && <FieldError message={t('countryMissing')} />}
      <FieldError message={failure} />
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </Stack>
  )
}

const CountrySelect = ({ value, onChange }: { value: string; onChange: (country: string) => void }) => {
  const t = useTranslations('team.form')
  const locale = useLocale()
  return (
    <Select
      label={t('country')}
      value={value}
      data-missing={value === ''}
      autoComplete="country"
      options={[{ value: '', label: t('chooseCountry') }, ...countriesIn(locale)]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Every country of ISO 3166-1, sorted in the language. A code that the browser can't name stays a code. */
const countriesIn = (locale: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}

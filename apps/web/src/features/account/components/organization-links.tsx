import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import styles from './account.module.css'

const linksQuery = queryOptions({
  queryKey: ['organization-links'],
  queryFn: ({ signal }) => call('GET /api/product-user/organization-links', { signal }),
})

/** The organizations whose sign-in opens this account. Nothing without one. For the profile. */
export function OrganizationLinks() {
  const t = useTranslations('sso')
  const { data } = useQuery(linksQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.title}>{t('linksTitle')}</h2>
      {data.map((link) => (
        <Link key={link.organizationId} {...link} />
      ))}
    </Stack>
  )
}

const Link = ({ organizationId, name: organization }: { organizationId: string; name: string }) => {
  const t = useTranslations('sso')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { run: unlink, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await call('DELETE /api/product-user/organization-links/{organizationId}', { params: { organizationId } })
      toast.success(t('unlinked', { organization }))
      await client.invalidateQueries()
    } catch (error) {
      setFailure(errorText(error, t('unlinkFailed')))
    }
  })
  return (
    <Card gap={16}>
      <p>{t('linkText', { organization })}</p>
      <FieldError message={failure} />
      <Button variant="secondary" isBusy={isBusy} onClick={() => unlink()}>
        {t('unlink', { organization })}
      </Button>
    </Card>
  )
}

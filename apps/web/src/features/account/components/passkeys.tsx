import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { Answer } from '@kitewise/contract/calls'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { canUsePasskeys } from '../../../lib/passkeys-here.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { createPasskey } from '../../../lib/passkey.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './account.module.css'

/** Oldest first. */
const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/product-user/passkeys', { signal }),
})

type Passkey = Answer<'listPasskeys'>['data'][number]

const mostPasskeys = 10

/** The learner's passkeys: add, see when each was used, rename, remove. For the profile. */
export function Passkeys() {
  const t = useTranslations('passkeys')
  const { data: passkeys, error, isFetching, refetch } = useQuery(passkeysQuery)
  if (!canUsePasskeys() && !passkeys?.length) return null
  return (
    <Stack as="section" gap={12} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <Card gap={16}>
        <p>{t('text', brand)}</p>
        {passkeys && <Kept passkeys={passkeys} />}
        {!passkeys && !error && (
          <SkeletonScreen>
            <Skeleton height="var(--touch)" />
          </SkeletonScreen>
        )}
        {!passkeys && error && <LoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      </Card>
    </Stack>
  )
}

const LoadFailure = ({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) => {
  const t = useTranslations()
  const errorText = useErrorText()
  return (
    <>
      <p role="alert">{errorText(error, t('passkeys.loadFailed'))}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </>
  )
}

const Kept = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const t = useTranslations('passkeys')
  const [open, setOpen] = useState<{ sheet: 'add' } | { sheet: 'rename' | 'remove'; passkey: Passkey } | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys} aria-label={t('list')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(sheet) => setOpen({ sheet, passkey })} />
          ))}
        </ul>
      )}
      {canUsePasskeys() && passkeys.length < mostPasskeys && (
        <Button variant="secondary" onClick={() => setOpen({ sheet: 'add' })}>
          {t('add')}
        </Button>
      )}
      {open?.sheet === 'add' && <AddPasskey onClose={close} />}
      {open?.sheet === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.sheet === 'remove' && <ConfirmRemoval passkey={open.passkey} onClose={close} />}
    </>
  )
}

const PasskeyRow = ({ passkey, onOpen }: { passkey: Passkey; onOpen: (sheet: 'rename' | 'remove') => void }) => {
  const t = useTranslations('passkeys')
  const dateInSentence = useDateInSentence()
  const { name, createdAt, lastUsedAt } = passkey
  const dateOf = (moment: string): string => dateInSentence(Date.parse(moment) / 1000)
  const used = lastUsedAt === null ? t('unused') : t('used', { date: dateOf(lastUsedAt) })
  return (
    <li className={styles.passkey}>
      <span className={styles.words}>
        <OwnText className={styles.strong}>{name}</OwnText>
        <span className={styles.note}>
          {t('added', { date: dateOf(createdAt) })} · {used}
        </span>
      </span>
      <IconButton icon="pencil" label={t('rename', { name })} onClick={() => onOpen('rename')} />
      <IconButton icon="close" label={t('remove', { name })} onClick={() => onOpen('remove')} />
    </li>
  )
}

const useFailureText = () => {
  const t = useTranslations('passkeys')
  const errorText = useErrorText()
  return (error: unknown): string => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return t('closed')
    if (error instanceof DOMException && error.name === 'InvalidStateError') return t('known')
    if (error instanceof ApiError && error.code === 'passkey_refused') return t('refused')
    return errorText(error, t('failed'))
  }
}

const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('passkeys')
  const pinAgain = usePinAgain()
  const add = async (name: string): Promise<boolean> => {
    const options = await pinAgain.run(() => call('POST /api/product-user/passkeys/options'))
    if (options === null) return false
    const body = { passkey: await createPasskey(options), name }
    return (await pinAgain.run(() => call('POST /api/product-user/passkeys', { body }))) !== null
  }
  return (
    <>
      <NameSheet
        title={t('add')}
        action={t('save')}
        busyAction={t('adding')}
        first={t('newName')}
        save={add}
        onClose={onClose}
      />
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}

const RenamePasskey = ({ passkey: { id, name: first }, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const t = useTranslations('passkeys')
  const rename = async (name: string): Promise<boolean> => {
    await call('PUT /api/product-user/passkeys/{passkeyId}', { params: { passkeyId: id }, body: { name } })
    return true
  }
  const action = t('saveName')
  return (
    <NameSheet
      title={t('renameTitle')}
      action={action}
      busyAction={action}
      first={first}
      save={rename}
      onClose={onClose}
    />
  )
}

type NameSheetProps = {
  title: string
  action: string
  busyAction: string
  /** Taken when the field is empty. */
  first: string
  /** False: the learner changed their mind, so the sheet stays. */
  save: (name: string) => Promise<boolean>
  onClose: () => void
}

const NameSheet = ({ title, action, busyAction, first, save, onClose }: NameSheetProps) => {
  const t = useTranslations('passkeys')
  const client = useQueryClient()
  const failureText = useFailureText()
  const [name, setName] = useState(first)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      if (!(await save(name.trim() || first))) return
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    } catch (error) {
      setFailure(failureText(error))
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run()
  }
  return (
    <Sheet isOpen onClose={onClose} title={title}>
      <Stack as="form" gap={16} onSubmit={submit} noValidate>
        <Field
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          limit={textLimits.passkeyName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <FieldError message={failure} />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? busyAction : action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Stack>
    </Sheet>
  )
}

const ConfirmRemoval = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const t = useTranslations('passkeys')
  const client = useQueryClient()
  const failureText = useFailureText()
  const pinAgain = usePinAgain()
  const [failure, setFailure] = useState<string | null>(null)
  const { id: passkeyId, name } = passkey
  const { run: remove, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      const params = { passkeyId }
      if (!(await pinAgain.run(() => call('DELETE /api/product-user/passkeys/{passkeyId}', { params })))) return
    } catch (error) {
      // Not found: another tab has removed it.
      if (!(error instanceof ApiError && error.status === 404)) return setFailure(failureText(error))
    }
    await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    onClose()
  })
  return (
    <>
      <Sheet isOpen onClose={onClose} title={t('removeTitle')}>
        <Stack gap={16}>
          <p>{t('removeText', { name })}</p>
          <FieldError message={failure} />
          <Button variant="danger" isBusy={isBusy} onClick={() => remove()}>
            {t('remove', { name })}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
        </Stack>
      </Sheet>
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}

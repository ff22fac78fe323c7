import type { Answer } from '@kitewise/contract/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { canUsePasskeys, createPasskey } from '../../../lib/passkey.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { passkeysQuery } from '../api.ts'
import styles from './account.module.css'

type Passkey = Answer<'listPasskeys'>['data'][number]

const mostPasskeys = 10
const longestName = 60

/** The learner's passkeys: add, see when each was used, remove. For the profile. */
export function Passkeys() {
  const t = useTranslations('passkeys')
  const { data: passkeys } = useQuery(passkeysQuery)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [isAdding, setAdding] = useState(false)
  if (!passkeys || (passkeys.length === 0 && !canUsePasskeys())) return null
  const mayAdd = canUsePasskeys() && passkeys.length < mostPasskeys
  return (
    <Stack as="section" gap={12} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <Card gap={16}>
        <p>{t('text', brand)}</p>
        {passkeys.length > 0 && (
          <ul className={styles.passkeys} aria-label={t('list')}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
            ))}
          </ul>
        )}
        {mayAdd && isAdding && <AddPasskey onClose={() => setAdding(false)} />}
        {mayAdd && !isAdding && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </Card>
      {removed && <ConfirmRemoval passkey={removed} onClose={() => setRemoved(null)} />}
    </Stack>
  )
}

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const t = useTranslations('passkeys')
  const dateInSentence = useDateInSentence()
  const { name, createdAt, lastUsedAt } = passkey
  const dateOf = (moment: string): string => dateInSentence(Date.parse(moment) / 1000)
  const used = lastUsedAt === null ? t('unused') : t('used', { date: dateOf(lastUsedAt) })
  return (
    <li className={styles.passkey}>
      <span className={styles.words}>
        <span className={styles.strong}>{name}</span>
        <span className={styles.note}>
          {t('added', { date: dateOf(createdAt) })} · {used}
        </span>
      </span>
      <IconButton icon="close" label={t('remove', { name })} onClick={onRemove} />
    </li>
  )
}

const useFailureText = () => {
  const t = useTranslations('passkeys')
  const errorText = useErrorText()
  return (error: unknown): string => {
    if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'known' : 'closed')
    if (error instanceof ApiError && error.code === 'passkey_refused') return t('refused')
    return errorText(error, t('failed'))
  }
}

const focus = (input: HTMLInputElement | null): void => input?.focus()

/** Takes the focus, because the button that opened it is gone. */
const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('passkeys')
  const client = useQueryClient()
  const failureText = useFailureText()
  const pinAgain = usePinAgain()
  const [name, setName] = useState(t('newName'))
  const [failure, setFailure] = useState<string | null>(null)
  const { run: add, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      const options = await pinAgain.run(() => call('POST /api/product-user/passkeys/options'))
      if (options === null) return
      const body = { passkey: await createPasskey(options), name: name.trim() || t('newName') }
      if ((await pinAgain.run(() => call('POST /api/product-user/passkeys', { body }))) === null) return
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    } catch (error) {
      setFailure(failureText(error))
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add()
  }
  return (
    <>
      <Stack as="form" gap={16} onSubmit={submit} noValidate>
        <Field
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          ref={focus}
          maxLength={longestName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <FieldError message={failure} />
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'adding' : 'save')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Stack>
      <PinAgainSheet {...pinAgain.sheet} />
    </>
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
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    } catch (error) {
      setFailure(failureText(error))
    }
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

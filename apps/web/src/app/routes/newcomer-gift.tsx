import { mailedToken } from '@kitewise/rules/mailed-token'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel, Stack } from '../../components/layout.tsx'
import { RegistrationForm } from '../../features/onboarding/components/registration-form.tsx'
import type { Registrant } from '../../features/onboarding/use-registration.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { wantedGift, wantedScreen } from '../../lib/session/wanted-screen.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import { GiftCodeField, giftSentence, isGiftRefusal } from './gift-code-field.tsx'
import styles from './page.module.css'

/** Where the link was sent; a reload shows it again. */
const sentTo = storedValue('gift_sent_to', 'tab')

/** `/gift` without a session: an address, the consents, and a link by email that starts the gift. */
export function NewcomerGiftPage() {
  const t = useTranslations('gift')
  const [sent, setSent] = useState(sentTo.read)
  const title = t(sent === null ? 'title' : 'sentTitle')
  return (
    <Screen title={title} header={<SimpleHeader />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        <Stack gap={16}>
          <h1 className={styles.title}>{title}</h1>
          {sent === null ? (
            <NewcomerForm
              onSent={(email) => {
                sentTo.write(email)
                setSent(email)
              }}
            />
          ) : (
            <>
              <p role="status">{t('sent', { email: sent })}</p>
              <p className={styles.text}>{t('sentNote')}</p>
              <Button
                variant="secondary"
                onClick={() => {
                  sentTo.remove()
                  setSent(null)
                }}
              >
                {t('again')}
              </Button>
            </>
          )}
        </Stack>
      </Beside>
    </Screen>
  )
}

const NewcomerForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const t = useTranslations('gift')
  const [, navigate] = useLocation()
  const field = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState(() => mailedToken(window.location.hash.slice(1)) || (wantedGift.read() ?? ''))
  const [failure, setFailure] = useState<string | null>(null)
  const refuse = (sentence: string): false => {
    setFailure(sentence)
    field.current?.querySelector('input')?.focus()
    return false
  }
  const register = async (registrant: Registrant): Promise<boolean> => {
    if (code.trim() === '') return refuse(t('missing'))
    try {
      const { email } = await call('POST /api/gift-codes/register', { body: { ...registrant, code: code.trim() } })
      wantedGift.remove()
      onSent(email)
      return true
    } catch (error) {
      if (error instanceof ApiError && isGiftRefusal(error.code)) return refuse(t(giftSentence[error.code]))
      throw error
    }
  }
  /** Signing in leads back to this address, which then redeems for the account. */
  const signIn = (): void => {
    wantedScreen.remember(paths.gift)
    wantedGift.write(code.trim())
    navigate(paths.login)
  }
  return (
    <>
      <p className={styles.text}>{t('intro')}</p>
      <p className={styles.text}>{t('newcomerIntro')}</p>
      <RegistrationForm register={register} onRegistered={() => undefined} submitText={t('send')}>
        <div ref={field}>
          <GiftCodeField
            value={code}
            error={failure}
            onChange={(typed) => {
              setCode(typed)
              setFailure(null)
            }}
          />
        </div>
      </RegistrationForm>
      <Button variant="quiet" onClick={signIn}>
        {t('haveAccount')}
      </Button>
      <LanguageLink onOpen={() => wantedGift.write(code.trim())} />
    </>
  )
}

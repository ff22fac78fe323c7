import * as textLimits from '@kitewise/contract/typed/text-limits'
import { dailyGoals } from '@kitewise/contract/choices'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { useIsOwner } from '../../../components/owners-own.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Switch } from '../../../components/switch.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { canVibrate, feel } from '../../../lib/feel.ts'
import {
  deviceWantsStillness,
  onPreferences,
  type Preferences,
  preferences,
  setPreferences,
  textSizes,
  themes,
} from '../../../lib/preferences.ts'
import { useLearnerChoice } from '../use-learner-choice.ts'
import account from './account.module.css'
import { isEnter } from '../../../lib/typing/is-enter.ts'
import styles from './settings.module.css'

/** What the learner chose for themselves, on every device, and for this device. Each choice takes effect at once. */
export function Settings({ reminderHour }: { reminderHour: ReactNode }) {
  const t = useTranslations('preferences')
  return (
    <Stack gap="sections">
      <Section title={t('you')}>
        {useIsOwner() && <NameSetting />}
        <GoalSetting />
        {reminderHour}
      </Section>
      <Section title={t('device')}>
        <LookSettings />
        <FeelSettings />
      </Section>
    </Stack>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap={12} aria-label={title}>
    <h2 className={account.title}>{title}</h2>
    <Card gap={24}>{children}</Card>
  </Stack>
)

/** Saved when the learner leaves the field or presses Enter. */
const NameSetting = () => {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const { value, choose, error } = useLearnerChoice('firstName', (firstName = '') =>
    call('PUT /api/product-user/first-name', { body: { firstName: firstName === '' ? null : firstName } }),
  )
  const [name, setName] = useState(value ?? '')
  const save = (): void => {
    const trimmed = name.trim()
    setName(trimmed)
    if (trimmed !== (value ?? '')) choose(trimmed === '' ? undefined : trimmed)
  }
  return (
    <Stack gap={8}>
      <Field
        label={t('name')}
        hint={t('nameHint', { name: name.trim() === '' ? 'none' : name.trim() })}
        name="firstName"
        autoComplete="given-name"
        enterKeyHint="done"
        spellCheck={false}
        limit={textLimits.firstName}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={save}
        onKeyDown={({ nativeEvent }) => isEnter(nativeEvent) && save()}
      />
      <FieldError message={error && errorText(error, t('failed'))} />
    </Stack>
  )
}

const GoalSetting = () => {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const { value, choose, error } = useLearnerChoice('dailyGoalMinutes', (dailyGoalMinutes = dailyGoals[0]) =>
    call('PUT /api/product-user/daily-goal', { body: { dailyGoalMinutes } }),
  )
  return (
    <Stack gap={8}>
      <RadioGroup
        legend={t('goal')}
        layout="columns"
        options={dailyGoals.map((minutes) => ({
          id: String(minutes),
          label: (
            <>
              <span className={styles.minutes}>{minutes}</span> {t('minutes')}
            </>
          ),
        }))}
        value={String(value ?? dailyGoals[0])}
        onChange={(id) => {
          feel('choice')
          choose(dailyGoals.find((minutes) => String(minutes) === id))
        }}
      />
      <FieldError message={error && errorText(error, t('failed'))} />
    </Stack>
  )
}

const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences)

const LookSettings = () => {
  const t = useTranslations('preferences')
  const { theme, textSize, motion } = usePreferences()
  const isDeviceStill = deviceWantsStillness()
  return (
    <>
      <RadioGroup
        legend={t('theme')}
        layout="columns"
        options={themes.map((id) => ({
          id,
          label: (
            <>
              <span className={styles.swatch} data-swatch={id} aria-hidden="true">
                <KiteMark />
              </span>
              {t(`themes.${id}`)}
            </>
          ),
        }))}
        value={theme}
        onChange={(id) => setPreferences({ theme: themes.find((known) => known === id) ?? 'system' })}
      />
      <RadioGroup
        legend={t('textSize')}
        layout="columns"
        options={textSizes.map((id) => ({
          id,
          label: (
            <>
              <span className={styles.letter} data-size={id} aria-hidden="true">
                {t('letter')}
              </span>
              {t(`textSizes.${id}`)}
            </>
          ),
        }))}
        value={textSize}
        onChange={(id) => setPreferences({ textSize: textSizes.find((known) => known === id) ?? 'standard' })}
      />
      <Stack gap={4}>
        <Switch
          label={t('stillness')}
          isOn={motion === 'reduced' || isDeviceStill}
          isBusy={isDeviceStill}
          onChange={(isOn) => setPreferences({ motion: isOn ? 'reduced' : 'system' })}
        />
        {isDeviceStill && <p className={account.note}>{t('stillByDevice')}</p>}
      </Stack>
    </>
  )
}

/** Turning one on lets the learner hear or feel it. */
const FeelSettings = () => {
  const t = useTranslations('preferences')
  const { sound, vibration } = usePreferences()
  return (
    <>
      <Stack gap={8}>
        <Switch
          label={t('sound')}
          isOn={sound}
          onChange={(isOn) => {
            setPreferences({ sound: isOn })
            feel('right')
          }}
        />
        {sound && (
          <div className={styles.sounds}>
            {(['right', 'wrong', 'done'] as const).map((sample) => (
              <Button key={sample} variant="secondary" icon={<Icon name="play" />} onClick={() => feel(sample)}>
                {t(`samples.${sample}`)}
              </Button>
            ))}
          </div>
        )}
      </Stack>
      {canVibrate() && (
        <Switch
          label={t('vibration')}
          isOn={vibration}
          onChange={(isOn) => {
            setPreferences({ vibration: isOn })
            feel('choice')
          }}
        />
      )}
    </>
  )
}

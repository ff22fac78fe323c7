import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field, Textarea } from '../../../components/field.tsx'
import { PinField } from '../../../components/pin-field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Select } from '../../../components/select.tsx'
import { Switch } from '../../../components/switch.tsx'
import { GallerySection, Specimen } from './specimen.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export function ButtonSpecimens() {
  return (
    <GallerySection title="Buttons">
      {variants.map((variant) => (
        <Specimen key={variant} state={variant}>
          <Button variant={variant} width="fit">
            Start the lesson
          </Button>
          <Button variant={variant} width="fit" isBusy>
            Saving
          </Button>
        </Specimen>
      ))}
      <Specimen state="full width">
        <Button>Continue</Button>
      </Specimen>
      <Specimen state="icon">
        <IconButton icon="close" label="Close the example" />
        <IconButton icon="back" label="Go back in the example" />
      </Specimen>
    </GallerySection>
  )
}

const choices = [
  { id: 'a', label: 'Name the reader' },
  { id: 'b', label: 'Give the budget' },
  { id: 'c', label: 'Ask for three ideas' },
]
const judged = [
  { id: 'a', label: 'Name the reader', mark: 'good' as const, markLabel: 'Correct' },
  { id: 'b', label: 'Give the budget', mark: 'bad' as const, markLabel: 'Wrong' },
  { id: 'c', label: 'Ask for three ideas' },
]

export function ChoiceSpecimens() {
  const [choice, setChoice] = useState<string | null>('b')
  const [isOn, setIsOn] = useState(true)
  return (
    <GallerySection title="Choices">
      {(['cards', 'pills', 'columns'] as const).map((layout) => (
        <RadioGroup
          key={layout}
          legend={`As ${layout}`}
          layout={layout}
          options={choices}
          value={choice}
          onChange={setChoice}
        />
      ))}
      <RadioGroup legend="Answered" options={judged} value="b" onChange={setChoice} isReadOnly />
      <Checkbox label="Send me the weekly summary" isChecked={isOn} onChange={setIsOn} />
      <Checkbox label="I agree to the terms" isChecked={false} onChange={setIsOn} error="Please agree to go on." />
      <Checkbox label="As a card" look="card" isChecked={isOn} onChange={setIsOn} />
      <Switch label="Reminders" isOn={isOn} onChange={setIsOn} />
      <Switch label="Saving" isOn isBusy onChange={setIsOn} />
    </GallerySection>
  )
}

export function FieldSpecimens() {
  const [pin, setPin] = useState('27')
  return (
    <GallerySection title="Fields">
      <Field label="First name" hint="Used in the greeting." defaultValue="Ada" />
      <Field label="Email address" error="Enter an address such as ann@example.com." defaultValue="ann@" />
      <Textarea label="Your prompt" hint="Say who it’s for." defaultValue="Plan a Saturday in Porto." />
      <Select label="Language" options={[{ value: 'en', label: 'English' }]} />
      <PinField
        label="PIN"
        hint="Four digits"
        error={null}
        value={pin}
        onChange={setPin}
        onComplete={() => undefined}
        autoComplete="current-password"
      />
      <PinField
        label="Wrong PIN"
        hint="Four digits"
        error="That PIN doesn’t match."
        value=""
        onChange={() => undefined}
        onComplete={() => undefined}
        autoComplete="current-password"
      />
    </GallerySection>
  )
}

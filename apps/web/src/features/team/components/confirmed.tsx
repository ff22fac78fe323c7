import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Stack } from '../../../components/layout.tsx'

type ConfirmedProps = {
  label: string
  /** What it means, shown after the first press. */
  note: string
  confirmLabel: string
  isBusy: boolean
  onConfirm: () => void
}

/** The pressed button is gone, so the keyboard goes on from what it means. */
const focusOn = (note: HTMLElement | null): void => note?.focus()

/** A button for what can't be undone: the first press says what it means, the second does it. */
export function Confirmed({ label, note, confirmLabel, isBusy, onConfirm }: ConfirmedProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <Button variant="quiet" width="fit" onClick={() => setAsked(true)}>
        {label}
      </Button>
    )
  return (
    <Stack gap={8}>
      <p ref={focusOn} tabIndex={-1}>
        {note}
      </p>
      <Button variant="danger" width="fit" isBusy={isBusy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </Stack>
  )
}

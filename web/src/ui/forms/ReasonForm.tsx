import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './ReasonForm.module.css'

type Props = { action: string; reasonLabel: string; isBusy: boolean; onSubmit: (reason: string) => void }

export const ReasonForm = ({ action, reasonLabel, isBusy, onSubmit }: Props) => {
  const [reason, setReason] = useState<string>()
  if (reason === undefined)
    return (
      <Button variant="default" size="xs" onClick={() => setReason('')}>
        {action}
      </Button>
    )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(reason)
      }}
    >
      <TextInput
        className={classes.reason}
        aria-label={reasonLabel}
        placeholder={reasonLabel}
        value={reason}
        maxLength={500}
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={isBusy} disabled={!reason.trim()}>
        {action}
      </Button>
    </form>
  )
}

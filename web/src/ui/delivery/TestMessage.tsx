import { Button, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { fieldErrors } from '../forms/form.ts'
import classes from '../layout/Settings.module.css'
import { codeText } from './codes.ts'

type Props = {
  label: string
  field: 'email' | 'phone'
  send: UseMutationResult<{ code: string | null }, Error, string>
  sentText: string
}

/** Sends a test message to a typed address and explains a failure. */
export const TestMessage = ({ label, field, send, sentText }: Props) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const { [field]: problem } = fieldErrors(send.error, t)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim()) send.mutate(address)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.inline}>
        <TextInput
          label={label}
          type={field === 'email' ? 'email' : 'tel'}
          dir="ltr"
          classNames={{ input: classes.ltr }}
          autoComplete={field === 'email' ? 'email' : 'tel'}
          value={address}
          error={problem}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            send.reset()
          }}
        />
        <Button type="submit" variant="light" loading={send.isPending} disabled={!address.trim()}>
          {t('delivery.sendTest')}
        </Button>
      </div>
      {!problem && <ProblemText problem={send.error} />}
      {send.data && (
        <p role="status" className={send.data.code ? classes.warning : classes.hint}>
          {send.data.code ? t('delivery.testFailed', { code: codeText(send.data.code, t) }) : sentText}
        </p>
      )}
    </form>
  )
}

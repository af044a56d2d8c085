import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inviteApi } from '#contract'
import { call } from '../../api/call.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'

/** Requests a re-entry link by mail. The reply for unknown accounts is the same, so that it reveals nothing. */
export const CannotSignIn = ({ username }: { username: string }) => {
  const { t } = useTranslation()
  const [name, setName] = useState<string>()
  const [state, setState] = useState<'editing' | 'sending' | 'sent'>('editing')
  const [problem, setProblem] = useState<unknown>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!name?.trim()) return
    setState('sending')
    setProblem(undefined)
    try {
      await call(inviteApi.requestReentry, { body: { name } })
      setState('sent')
    } catch (error) {
      setProblem(error)
      setState('editing')
    }
  }
  if (name === undefined)
    return (
      <Button variant="subtle" mt="sm" fullWidth onClick={() => setName(username)}>
        {t('mail.cannot.open')}
      </Button>
    )
  if (state === 'sent') return <Notice text={t('mail.cannot.sent')} />
  return (
    <form onSubmit={send} noValidate aria-label={t('mail.cannot.title')}>
      <TextInput
        mt="lg"
        label={t('mail.cannot.name')}
        description={t('mail.cannot.text')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ProblemText problem={problem} />
      <Button type="submit" variant="default" mt="sm" fullWidth loading={state === 'sending'} disabled={!name.trim()}>
        {t('mail.cannot.send')}
      </Button>
    </form>
  )
}

import { Button, Radio, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TextProvider, textProviders } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import type { InboxValues } from './data.ts'

type Props = {
  initial: TextProvider
  submitLabel: string
  problem: unknown
  isBusy: boolean
  onSubmit: (values: InboxValues) => void
  onCancel: () => void
}

export const InboxForm = ({ initial, submitLabel, problem, isBusy, onSubmit, onCancel }: Props) => {
  const { t } = useTranslation()
  const [provider, setProvider] = useState(initial)
  const [secret, setSecret] = useState('')
  const errors = fieldErrors(problem, t)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(provider === 'twilio' ? { provider, secret } : { provider })
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate aria-label={submitLabel}>
      <Radio.Group
        label={t('textInbox.provider')}
        value={provider}
        onChange={(value) => setProvider(value as TextProvider)}
      >
        <div className={parts.form}>
          {textProviders.map((one) => (
            <Radio key={one} value={one} label={t(`textInbox.providers.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {provider === 'twilio' ? (
        <TextInput
          label={t('textInbox.twilioToken')}
          description={t('textInbox.twilioTokenHint')}
          dir="ltr"
          autoComplete="off"
          classNames={{ input: parts.ltr }}
          value={secret}
          error={errors.secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          required
        />
      ) : (
        <p className={parts.hint}>{t('textInbox.madeHere')}</p>
      )}
      {problem !== null && !errors.secret && <ProblemText problem={problem} />}
      <div className={parts.buttons}>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  )
}

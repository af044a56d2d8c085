import { Button, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowPageData, Problem, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldText } from '../../ui/forms/form.ts'
import classes from './Activities.module.css'

type Props = {
  follow: string
  mailed: NonNullable<FollowPageData['mailed']>
  onChanged: (followed: FollowPageData) => void
}

/** Updates by e-mail: asks for the address, then for the mailed code. One press ends the updates. */
export const MailUpdates = ({ follow, mailed, onChanged }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = async (work: () => Promise<FollowPageData>) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onChanged(await work())
      setCode('')
    } catch (error) {
      setProblem(error)
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (work: () => Promise<FollowPageData>) => (event: FormEvent) => {
    event.preventDefault()
    void run(work)
  }
  const stop = () => {
    setIsOpen(false)
    return run(() => call(visitorApi.stopEmail, { body: { follow } }))
  }
  const errorOf = (field: string) => {
    const code = problem instanceof Problem ? problem.fields?.[field] : undefined
    return code && fieldText(code, t)
  }
  const { address, isPending } = mailed
  if (address && !isPending)
    return (
      <section className={classes.card} aria-label={t('mailed.title')}>
        <p>{t('mailed.on', { address })}</p>
        <ProblemText problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" loading={isBusy} onClick={stop}>
            {t('mailed.stop')}
          </Button>
        </div>
      </section>
    )
  if (address)
    return (
      <section className={classes.card} aria-label={t('mailed.title')}>
        <form
          className={classes.form}
          onSubmit={submit(() => call(visitorApi.confirmEmail, { body: { follow, code } }))}
        >
          <TextInput
            label={t('mailed.code')}
            description={t('mailed.codeHint', { address })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            dir="ltr"
            autoFocus
            value={code}
            error={errorOf('code') && t('mailed.wrongCode')}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {!errorOf('code') && <ProblemText problem={problem} />}
          <div className={classes.buttons}>
            <Button type="submit" loading={isBusy} disabled={!/^\d{6}$/.test(code.trim())}>
              {t('mailed.confirm')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={stop}>
              {t('word.cancel')}
            </Button>
          </div>
        </form>
      </section>
    )
  if (!isOpen)
    return (
      <Button
        variant="default"
        size="md"
        leftSection={<IconMail size={18} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        {t('mailed.ask')}
      </Button>
    )
  return (
    <section className={classes.card} aria-label={t('mailed.title')}>
      <form
        className={classes.form}
        onSubmit={submit(() => call(visitorApi.setEmail, { body: { follow, email, language: currentLanguage() } }))}
      >
        <TextInput
          label={t('mailed.address')}
          description={t('mailed.hint')}
          type="email"
          autoComplete="email"
          dir="ltr"
          autoFocus
          value={email}
          error={errorOf('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {!errorOf('email') && <ProblemText problem={problem} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy} disabled={email.trim() === ''}>
            {t('mailed.send')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => setIsOpen(false)}>
            {t('word.cancel')}
          </Button>
        </div>
      </form>
    </section>
  )
}

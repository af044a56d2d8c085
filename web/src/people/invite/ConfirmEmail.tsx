import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailApi } from '#contract'
import { call } from '../../api/call.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InvitePage.module.css'

type Props = { token: string; info: { address: string; username: string } }

/** Confirms an e-mail address only by a click on a button, because mail scanners open links. */
export const ConfirmEmail = ({ token, info: { address, username } }: Props) => {
  const { t } = useTranslation()
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [problem, setProblem] = useState<unknown>()
  const confirm = async () => {
    setState('busy')
    setProblem(undefined)
    try {
      await call(mailApi.confirm, { params: { token } })
      setState('done')
    } catch (failure) {
      setProblem(failure)
      setState('asking')
    }
  }
  return (
    <Card title={t('mail.confirm.title')}>
      {state === 'done' ? (
        <>
          <p role="status">{t('mail.confirm.done')}</p>
          <a className={classes.link} href="/">
            {t('mail.confirm.go')}
          </a>
        </>
      ) : (
        <div className={classes.form}>
          <p>{t('mail.confirm.text', { address: isolated(address), username: isolated(username) })}</p>
          <ProblemText problem={problem} />
          <Button loading={state === 'busy'} onClick={confirm}>
            {t('mail.confirm.button')}
          </Button>
        </div>
      )}
    </Card>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EscalationNotice, escalationApi } from '#contract'
import { call } from '../../api/call.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InvitePage.module.css'

type Props = { token: string; info: EscalationNotice }

/** The alarm that a private link shows. Only the button acknowledges it, because mail scanners open links. */
export const AlarmNotice = ({ token, info }: Props) => {
  const { t } = useTranslation()
  const [notice, setNotice] = useState(info)
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const { memberName, escalations } = notice
  const isOpen = escalations.some(({ phase, ownerName }) => phase !== 'ended' && ownerName !== memberName)
  // Ignores a failure, because the page can show the alarm anyway.
  useEffect(() => void call(escalationApi.noteNoticeSeen, { params: { token } }).catch(() => {}), [token])
  const acknowledge = async () => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      setNotice(await call(escalationApi.acknowledgeNotice, { params: { token } }))
      setIsDone(true)
    } catch (failure) {
      setProblem(failure)
    }
    setIsBusy(false)
  }
  return (
    <Card title={t('alarmLink.title')}>
      <div className={classes.form}>
        {escalations.map(({ _id, ruleName, subjects, openAlarms, phase, ownerName }) => (
          <div key={_id}>
            <strong>
              <bdi>{ruleName}</bdi>
            </strong>
            {subjects.length > 0 && (
              <p>
                <bdi>{subjects.join(', ')}</bdi>
                {openAlarms > subjects.length && ` ${t('alarmLink.more', { count: openAlarms - subjects.length })}`}
              </p>
            )}
            {phase === 'ended' && <p>{t('alarmLink.ended')}</p>}
            {phase === 'acknowledged' && ownerName && <p>{t('alarmLink.taken', { name: ownerName })}</p>}
          </div>
        ))}
        <ProblemText problem={problem} />
        {isDone && <p role="status">{t('alarmLink.done')}</p>}
        {isOpen && (
          <>
            <p>{t('alarmLink.hint')}</p>
            <Button loading={isBusy} onClick={acknowledge}>
              {t('alarmLink.press')}
            </Button>
            <p>{t('alarmLink.for', { name: memberName })}</p>
          </>
        )}
        <a className={classes.link} href="/?panel=alarms">
          {t('alarmLink.open')}
        </a>
      </div>
    </Card>
  )
}

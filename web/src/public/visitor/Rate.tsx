import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowPageData, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import classes from './Thread.module.css'

type Props = { follow: string; aoiId: string; isMerged: boolean; onRated: (followed: FollowPageData) => void }

/** Asks the reporter whether a closed report is solved. "Not solved" reopens the report unless it was merged. */
export const Rate = ({ follow, aoiId, isMerged, onRated }: Props) => {
  const { t } = useTranslation()
  const [isUnsolved, setIsUnsolved] = useState(false)
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const nonce = useRef(String(Date.now()))
  const send = async (feedback: 'thanks' | 'notSolved') => {
    if (isSending) return
    setIsSending(true)
    setProblem(undefined)
    try {
      onRated(await call(visitorApi.rate, { body: { follow, aoiId, feedback, text, nonce: nonce.current } }))
    } catch (error) {
      setProblem(error)
      setIsSending(false)
    }
  }
  return (
    <form
      className={classes.answer}
      aria-label={t('visitor.rate')}
      onSubmit={(event) => {
        event.preventDefault()
        void send('notSolved')
      }}
    >
      <p className={classes.question}>{t('visitor.rate')}</p>
      {isUnsolved && (
        <Textarea
          label={t('visitor.rateNoText')}
          description={t(isMerged ? 'visitor.rateMergedHint' : 'visitor.rateNoHint')}
          rows={2}
          maxLength={5000}
          dir="auto"
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ProblemText problem={problem} />
      <div className={classes.buttons}>
        {isUnsolved ? (
          <>
            <Button type="submit" size="md" loading={isSending}>
              {t('visitor.rateSend')}
            </Button>
            <Button size="md" variant="default" onClick={() => setIsUnsolved(false)}>
              {t('word.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button size="md" variant="light" loading={isSending} onClick={() => void send('thanks')}>
              {t('visitor.rateYes')}
            </Button>
            <Button size="md" variant="default" disabled={isSending} onClick={() => setIsUnsolved(true)}>
              {t('visitor.rateNo')}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

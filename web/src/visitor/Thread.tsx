import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowPageData, type PublicEntry, visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { formatDate, formatTime } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { nameOf } from '../i18n/names.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { dropDraft, keepDraft, readDraft } from '../ui/forms/draft.ts'
import classes from './Thread.module.css'

type Props = {
  entries: readonly PublicEntry[]
  service: string
  /** Undefined if the visitor can no longer write. */
  answer: { follow: string; aoiId: string; onSent: (followed: FollowPageData) => void } | undefined
}

/** The messages of the service and the visitor, newest first. */
export const Thread = ({ entries, service, answer }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.thread}>
      {answer && <Answer key={answer.aoiId} {...answer} service={service} hasEntries={entries.length > 0} />}
      {entries.length === 0 && <p className={classes.none}>{t('visitor.noEntries')}</p>}
      <ol className={classes.list} aria-label={t('visitor.updates')}>
        {entries.map((entry) => (
          <li key={entry._id} className={classes.entry} data-mine={entry.isMine || undefined}>
            <p className={classes.text} dir="auto">
              {textOf(entry)}
            </p>
            {entry.photo && (
              <a href={entry.photo} target="_blank" rel="noreferrer">
                <img className={classes.photo} src={`${entry.photo}?size=thumb`} alt={t('visitor.photo')} />
              </a>
            )}
            <p className={classes.meta}>
              <bdi>{entry.isMine ? t('visitor.you') : service}</bdi>
              <Moment at={entry.datetime} />
              {entry.isPrivate && !entry.isMine && <span>{t('visitor.private')}</span>}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

const textOf = ({ action, text }: PublicEntry): string => {
  const logged = action && [nameOf(action), action.value].filter(Boolean).join(': ')
  return [logged, text !== action?.name && text].filter(Boolean).join(' · ')
}

export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at)
  return (
    <time dateTime={at}>
      <bdi>{formatDate(date, currentLanguage())}</bdi> <bdi>{formatTime(date)}</bdi>
    </time>
  )
}

type AnswerProps = NonNullable<Props['answer']> & { service: string; hasEntries: boolean }

const Answer = ({ follow, aoiId, onSent, service, hasEntries }: AnswerProps) => {
  const { t } = useTranslation()
  const draft = `visitor.answer.${aoiId}`
  const [text, setText] = useState(() => readDraft<{ text: string }>(draft).text ?? '')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  /** Unchanged while the same text is sent again, so that the server stores it once. */
  const nonce = useRef(String(Date.now()))
  const change = (value: string) => {
    setText(value)
    keepDraft(draft, { text: value })
    nonce.current = String(Date.now())
  }
  const send = async () => {
    if (isSending || text.trim() === '') return
    setIsSending(true)
    setProblem(undefined)
    try {
      const followed = await call(visitorApi.answer, { body: { follow, aoiId, text, nonce: nonce.current } })
      change('')
      dropDraft(draft)
      onSent(followed)
    } catch (error) {
      setProblem(error)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        label={t(hasEntries ? 'visitor.answer' : 'visitor.add', { service })}
        rows={2}
        maxLength={5000}
        dir="auto"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <ProblemText problem={problem} />
      <Button type="submit" size="md" variant="light" loading={isSending} disabled={text.trim() === ''}>
        {t('visitor.sendAnswer')}
      </Button>
    </form>
  )
}

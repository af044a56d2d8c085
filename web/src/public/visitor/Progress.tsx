import { IconCircle, IconCircleCheck, IconEye, IconMessageQuestion, IconProgress, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FollowedReport, ReportProgress } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import colour from '../../ui/text/StateColour.module.css'
import classes from './FollowPage.module.css'

const looks: Record<ReportProgress, { Sign: typeof IconCircle; state: string }> = {
  received: { Sign: IconCircle, state: 'new' },
  seen: { Sign: IconEye, state: 'new' },
  asked: { Sign: IconMessageQuestion, state: 'new' },
  working: { Sign: IconProgress, state: 'inProgress' },
  done: { Sign: IconCircleCheck, state: 'done' },
  closed: { Sign: IconCircleCheck, state: 'done' },
  refused: { Sign: IconX, state: 'refused' },
}

export const Progress = ({ progress }: Pick<FollowedReport, 'progress'>) => {
  const { t } = useTranslation()
  const { Sign, state } = looks[progress]
  return (
    <span className={`${classes.state} ${colour.state}`} data-state={state}>
      <Sign size={18} stroke={1.75} aria-hidden />
      {t(`visitor.progress.${progress}`)}
    </span>
  )
}

export const ProgressText = ({
  progress,
  messages,
  review,
}: Pick<FollowedReport, 'progress' | 'messages' | 'review'>) => {
  const language = currentLanguage()
  return (
    <div className={classes.messages}>
      {messages.map((message) => (
        <p key={message.en} dir="auto">
          {message[language]}
        </p>
      ))}
      {progress === 'refused' && review?.reasonText && <p dir="auto">{review.reasonText}</p>}
    </div>
  )
}

import {
  IconAlertTriangle,
  IconCheck,
  IconDeviceMobile,
  IconPencil,
  IconPhoto,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import type { Work } from '../../api/device/unsent.ts'
import { problemText } from '../../api/problem-text.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { fieldText } from '../../ui/form.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNow } from '../../ui/now.ts'
import classes from './Unsent.module.css'

const signs = { waiting: IconDeviceMobile, sending: IconSend, confirmed: IconCheck, refused: IconAlertTriangle }
const words = {
  waiting: 'device.waiting',
  sending: 'device.sending',
  confirmed: 'device.confirmed',
  refused: 'device.needsYou',
} as const

type Props = { work: Work; name: string; onMend: () => void; onAgain: () => void; onDiscard: () => void }

/** One thing that is not sent yet, how it stands, and what can be done where it needs someone. */
export const UnsentRow = ({ work, name, onMend, onAgain, onDiscard }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const Sign = signs[work.state]
  const isOpen = work.state === 'waiting' || work.state === 'refused'
  return (
    <li className={classes.work} data-state={work.state}>
      <div className={classes.words}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <span className={classes.meta}>
          <span className={classes.state} role="status">
            <Sign size={14} stroke={1.75} aria-hidden />
            {t(words[work.state])}
          </span>
          <time dateTime={new Date(work.madeAt).toISOString()}>
            {formatRelative(new Date(work.madeAt), now, t, currentLanguage())}
          </time>
          {work.file && <IconPhoto size={14} stroke={1.75} role="img" aria-label={t('device.withPhoto')} />}
        </span>
        {work.problem && <Reason problem={work.problem} />}
      </div>
      {isOpen && (
        <>
          {work.state === 'refused' && (
            <IconButton
              icon={IconRefresh}
              label={t('device.againName', { name })}
              title={t('device.again')}
              onClick={onAgain}
            />
          )}
          <IconButton
            icon={IconPencil}
            label={t('device.mendName', { name })}
            title={t('device.mend')}
            onClick={onMend}
          />
          <IconButton
            icon={IconTrash}
            label={t('device.discardName', { name })}
            title={t('device.discard')}
            onClick={onDiscard}
          />
        </>
      )}
    </li>
  )
}

/** Why the server said no, and of which fields. */
const Reason = ({ problem }: { problem: NonNullable<Work['problem']> }) => {
  const { t } = useTranslation()
  const fields = Object.values(problem.fields ?? {}).map((field) => fieldText(field, t))
  return <p className={classes.reason}>{[problemText(new Problem(problem.code), t), ...new Set(fields)].join(' ')}</p>
}

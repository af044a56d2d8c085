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
import type { OutgoingRequest } from '../../api/device/unsent.ts'
import { problemText } from '../../api/problem-text.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { fieldText } from '../../ui/forms/form.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './Unsent.module.css'

const signs = { waiting: IconDeviceMobile, sending: IconSend, confirmed: IconCheck, refused: IconAlertTriangle }
const stateTexts = {
  waiting: 'device.waiting',
  sending: 'device.sending',
  confirmed: 'device.confirmed',
  refused: 'device.needsYou',
} as const

type Props = {
  request: OutgoingRequest
  name: string
  onOpen?: (() => void) | undefined
  isSelected?: boolean
  onMend?: (() => void) | undefined
  onAgain: () => void
  onDiscard: () => void
}

export const UnsentRow = ({ request, name, onOpen, isSelected, onMend, onAgain, onDiscard }: Props) => {
  const { t } = useTranslation()
  const isOpen = request.state === 'waiting' || request.state === 'refused'
  return (
    <li className={classes.work} data-selected={isSelected || undefined}>
      <div className={classes.words}>
        {onOpen ? (
          <button type="button" className={classes.open} aria-pressed={isSelected} onClick={onOpen}>
            <bdi className={classes.name} title={name}>
              {name}
            </bdi>
          </button>
        ) : (
          <bdi className={classes.name} title={name}>
            {name}
          </bdi>
        )}
        <UnsentState request={request} />
      </div>
      {isOpen && (
        <>
          {request.state === 'refused' && (
            <IconButton
              icon={IconRefresh}
              label={t('device.againName', { name })}
              title={t('device.again')}
              onClick={onAgain}
            />
          )}
          {onMend && (
            <IconButton
              icon={IconPencil}
              label={t('device.mendName', { name })}
              title={t('device.mend')}
              onClick={onMend}
            />
          )}
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

export const UnsentState = ({ request }: { request: OutgoingRequest }) => {
  const { t } = useTranslation()
  const now = useNow()
  const Sign = signs[request.state]
  return (
    <div data-state={request.state}>
      <span className={classes.meta}>
        <span className={classes.state} role="status">
          <Sign size={14} stroke={1.75} aria-hidden />
          {t(stateTexts[request.state])}
        </span>
        <time dateTime={new Date(request.madeAt).toISOString()}>
          {formatRelative(new Date(request.madeAt), now, t, currentLanguage())}
        </time>
        {request.file && <IconPhoto size={14} stroke={1.75} role="img" aria-label={t('device.withPhoto')} />}
      </span>
      {request.problem && <Reason problem={request.problem} />}
    </div>
  )
}

const Reason = ({ problem }: { problem: NonNullable<OutgoingRequest['problem']> }) => {
  const { t } = useTranslation()
  const fields = Object.values(problem.fields ?? {}).map((field) => fieldText(field, t))
  return <p className={classes.reason}>{[problemText(new Problem(problem.code), t), ...new Set(fields)].join(' ')}</p>
}

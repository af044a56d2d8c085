import { VisuallyHidden } from '@mantine/core'
import { IconCloudOff, IconPointFilled } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { liveState, onLiveState } from '../../api/live.ts'
import classes from './LiveSign.module.css'

/** A dot while connected; a text when the screen may be out of date. */
export const LiveSign = () => {
  const { t } = useTranslation()
  const state = useSyncExternalStore(onLiveState, liveState)
  const Icon = state === 'waiting' ? IconCloudOff : IconPointFilled
  return (
    <span className={classes.sign} data-state={state} role="status" title={t(`live.${state}`)}>
      <Icon size={state === 'waiting' ? 18 : 16} stroke={1.75} aria-hidden />
      {state === 'waiting' ? (
        <span>{t('live.waitingShort')}</span>
      ) : (
        <VisuallyHidden>{t(`live.${state}`)}</VisuallyHidden>
      )}
    </span>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { liveState, onLiveState } from '../../api/live.ts'
import classes from './LiveSign.module.css'

export const LiveSign = () => {
  const { t } = useTranslation()
  const state = useSyncExternalStore(onLiveState, liveState)
  return (
    <span className={classes.sign} data-state={state} role="status" title={t(`live.${state}`)}>
      {state === 'waiting' ? (
        <>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          <span>{t('live.waitingShort')}</span>
        </>
      ) : (
        <VisuallyHidden>{t(`live.${state}`)}</VisuallyHidden>
      )}
    </span>
  )
}

import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { setMuted, useMuted } from './mute.ts'

export const MuteButton = () => {
  const { t } = useTranslation()
  const muted = useMuted()
  return (
    <IconButton
      icon={muted ? IconBellOff : IconBell}
      label={t(muted ? 'sensor.unmute' : 'sensor.mute')}
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
    />
  )
}

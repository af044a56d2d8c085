import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { setMuted, useMuted } from './mute.ts'

/** Mutes alarm sounds and the count in the tab's title on this device; notices are still shown. */
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

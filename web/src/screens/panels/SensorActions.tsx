import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { MuteButton } from '../../alarms/sensor/notices/MuteButton.tsx'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'

const KeysDialog = lazy(
  withTexts(['sensors'], () =>
    import('../../alarms/sensor/keys/KeyList.tsx').then((file) => ({ default: file.KeysDialog })),
  ),
)

export const SensorActions = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MuteButton />
      {/* A phone has no room for this button beside the tabs. Settings list the keys, too. */}
      {isWide && mayEver(actorOf(profile), 'ingestKey.edit') && (
        <IconButton icon={IconKey} label={t('sensor.keys.title')} onClick={() => setIsOpen(true)} />
      )}
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { MuteButton } from '../../sensor/notices/MuteButton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { actorOf } from '../../user/data.ts'

const KeysDialog = lazy(
  withTexts(['sensors'], () =>
    import('../../sensor/keys/KeysDialog.tsx').then((file) => ({ default: file.KeysDialog })),
  ),
)

/** The buttons above the list of sensors. */
export const SensorActions = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MuteButton />
      {mayEver(actorOf(profile), 'ingestKey.edit') && (
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

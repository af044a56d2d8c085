import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { KeyList } from './KeyList.tsx'

export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('sensor.keys.title')}>
      <KeyList />
    </Dialog>
  )
}

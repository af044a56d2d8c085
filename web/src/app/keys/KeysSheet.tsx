import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import classes from './KeysSheet.module.css'

const keys = [
  { does: 'search', keys: ['/'] },
  { does: 'move', keys: ['↑', '↓'] },
  { does: 'ends', keys: ['Home', 'End'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'tabs', keys: ['←', '→'] },
  { does: 'close', keys: ['Esc'] },
  { does: 'this', keys: ['?'] },
] as const

export const KeysSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('keys.title')} size={360}>
      <dl className={classes.keys}>
        {keys.map(({ does, keys: pressed }) => (
          <div key={does} className={classes.key}>
            <dt dir="ltr">
              {pressed.map((one) => (
                <Kbd key={one}>{one}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

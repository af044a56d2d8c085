import { Button, TextInput } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { useAddress } from '../../api/places.ts'
import { usePin } from '../../map/pin.ts'
import { PlacingBar } from '../../ui/overlays/PlacingBar.tsx'
import classes from './ProfileForm.module.css'

/** Looking at the map to set the pin there. */
export type Placing = { isOn: boolean; start: () => void; stop: () => void }

type Props = {
  at: LngLat | null
  /** As it is stored, where the pin has not been moved since. */
  address: string | null
  error: string | undefined
  placing: Placing
  onMove: (at: LngLat | null) => void
}

/** Where a member lives: a pin on the map, and its address to read. */
export const HomeField = ({ at, address, error, placing, onMove }: Props) => {
  const { t } = useTranslation()
  const found = useAddress(at, { enabled: address === null })
  const words = () => {
    if (!at) return ''
    if (address ?? found.data) return address ?? found.data ?? ''
    if (found.isPending) return t('form.loadingAddress')
    return found.isError ? t('form.unknownAddress') : t('aoi.latLong', { place: latLong(at) })
  }
  return (
    <div className={classes.home}>
      <TextInput
        label={t('profile.home')}
        readOnly
        placeholder={t('profile.homeNone')}
        value={words()}
        error={error}
        leftSection={<IconHome size={18} stroke={1.75} aria-hidden />}
      />
      <div className={classes.homeButtons}>
        <Button
          variant="default"
          size="xs"
          aria-pressed={placing.isOn}
          onClick={placing.isOn ? placing.stop : placing.start}
        >
          {t(at ? 'profile.homeMove' : 'profile.homeSet')}
        </Button>
        {at && (
          <Button variant="subtle" color="red" size="xs" onClick={() => onMove(null)}>
            {t('profile.homeClear')}
          </Button>
        )}
      </div>
      {placing.isOn && (
        <HomePin at={at} where={words() || t('profile.homePress')} onMove={onMove} onDone={placing.stop} />
      )}
    </div>
  )
}

const latLong = ([lng, lat]: LngLat) => `\u2066${lat.toFixed(2)}, ${lng.toFixed(2)}\u2069`

type PinProps = { at: LngLat | null; where: string; onMove: (at: LngLat) => void; onDone: () => void }

const HomePin = ({ at, where, onMove, onDone }: PinProps) => {
  const { t } = useTranslation()
  usePin({ at: at ?? undefined, label: t('profile.homePin'), onMove })
  return <PlacingBar label={t('profile.home')} where={where} onDone={onDone} />
}

import { Button, TextInput } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { usePin } from '../../../map/pin.ts'
import { latLong } from '../../../map/places/Address.tsx'
import { useAddress } from '../../../map/places/data.ts'
import { PlacingBar } from '../../../ui/overlays/PlacingBar.tsx'
import classes from './ProfileForm.module.css'

export type Placing = { isOn: boolean; start: () => void; stop: () => void }

type Props = {
  at: LngLat | null
  address: string | null
  error: string | undefined
  placing: Placing
  onMove: (at: LngLat | null) => void
}

export const HomeField = ({ at, address, error, placing, onMove }: Props) => {
  const { t } = useTranslation()
  const lookup = useAddress(at, { enabled: address === null })
  const placeText = () => {
    if (!at) return ''
    if (address ?? lookup.data) return address ?? lookup.data ?? ''
    if (lookup.isPending) return t('form.loadingAddress')
    return lookup.isError ? t('form.unknownAddress') : t('place.latLong', { place: latLong(at) })
  }
  return (
    <div className={classes.home}>
      <TextInput
        label={t('profile.home')}
        readOnly
        placeholder={t('profile.homeNone')}
        value={placeText()}
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
        <HomePin at={at} where={placeText() || t('profile.homePress')} onMove={onMove} onDone={placing.stop} />
      )}
    </div>
  )
}

type PinProps = { at: LngLat | null; where: string; onMove: (at: LngLat) => void; onDone: () => void }

const HomePin = ({ at, where, onMove, onDone }: PinProps) => {
  const { t } = useTranslation()
  usePin({ at: at ?? undefined, label: t('profile.homePin'), onMove })
  return <PlacingBar label={t('profile.home')} where={where} onDone={onDone} />
}

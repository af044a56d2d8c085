import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlacingBar } from '../../ui/overlays/PlacingBar.tsx'
import { usePin } from '../pin.ts'
import { AddressField } from './AddressField.tsx'
import classes from './PlaceField.module.css'
import type { Place, PlaceText } from './place-text.ts'

export type Placing = { isOn: boolean; start: () => void; stop: () => void }

type Props = {
  place: Place | null
  text: PlaceText
  isRequired?: boolean
  error: string | undefined
  onPlace: (place: Place) => void
  onType?: (text: string) => void
  onLeave: () => void
  placing: Placing | undefined
}

export const PlaceField = ({ place, text, isRequired = true, error, onPlace, onType, onLeave, placing }: Props) => {
  const { t } = useTranslation()
  const pin = usePin({ at: place?.at, label: t('place.pin'), onMove: (at) => onPlace({ at }) })
  const hint = placing ? undefined : t('place.pressMap')
  return (
    <>
      <AddressField
        label={t('place.label')}
        isRequired={isRequired}
        address={text.address ?? ''}
        point={place?.at ?? null}
        near={() => place?.at ?? pin.center()}
        error={error}
        onChoose={({ address, coordinates }) => {
          onPlace({ at: coordinates, address })
          pin.show(coordinates)
        }}
        onPosition={(at) => {
          onPlace({ at })
          pin.show(at)
        }}
        onType={onType}
        onLeave={onLeave}
      >
        <p className={classes.told}>
          <bdi>{text.description ?? hint}</bdi>
        </p>
      </AddressField>
      {placing && (
        <Button
          variant="default"
          leftSection={<IconMapPin size={18} stroke={1.75} />}
          className={classes.onMap}
          onClick={placing.start}
        >
          {t('place.setOnMap')}
        </Button>
      )}
      {placing?.isOn && (
        <PlacingBar
          label={t('place.label')}
          where={text.address ?? text.description ?? t('place.pressMap')}
          onDone={placing.stop}
        />
      )}
    </>
  )
}

import { Button, Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { areaAround, type HomeArea, type LngLat } from '#contract'
import { FrameField } from '../../map/FrameField.tsx'
import { AddressField } from '../../map/places/AddressField.tsx'
import { useAddress } from '../../map/places/data.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import classes from './Service.module.css'

type Props = { area: HomeArea | null; onChange: (area: HomeArea | null) => void }

export const HomeAreaField = ({ area, onChange }: Props) => {
  const { t } = useTranslation()
  const open = useOpenMap()
  const middle: LngLat | undefined = area ? [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2] : undefined
  const place = useAddress(middle ?? null)
  const choose = (at: LngLat) => {
    const around = areaAround(at)
    onChange(around)
    open?.fitAll([...around])
  }
  return (
    <Input.Wrapper label={t('starter.homeArea')} description={t('serviceSettings.homeAreaHint')} labelElement="div">
      <p className={classes.hint} role="status">
        <bdi>{area ? (place.data ?? t('serviceSettings.homeAreaSet')) : t('serviceSettings.homeAreaNone')}</bdi>
      </p>
      <div className={classes.search}>
        <AddressField
          label={t('place.label')}
          point={null}
          address=""
          near={() => middle}
          onChoose={({ coordinates }) => choose(coordinates)}
          onPosition={choose}
          onLeave={() => {}}
        />
      </div>
      <div className={classes.row}>
        <FrameField title={t('starter.homeArea')} area={area} onChange={onChange} />
        {open && area && (
          <Button variant="subtle" onClick={() => open.fitAll([...area])}>
            {t('panel.showOnMap')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

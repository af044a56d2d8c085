import { useTranslation } from 'react-i18next'
import type { Aoi } from '#contract'
import { StateBadge } from '../StateBadge.tsx'
import classes from './SensorCard.module.css'

export const AreaSensors = ({ aoi, onSensor }: { aoi: Aoi; onSensor: (id: string) => void }) => {
  const { t } = useTranslation()
  const { sensors } = aoi.properties
  if (sensors.length === 0) return <p className={classes.none}>{t('sensor.noSensors')}</p>
  return (
    <ul className={classes.list}>
      {sensors.map(({ _id, name, state }) => (
        <li key={_id}>
          <button type="button" className={classes.link} onClick={() => onSensor(_id)}>
            <bdi title={name}>{name}</bdi>
            <StateBadge state={state} />
          </button>
        </li>
      ))}
    </ul>
  )
}

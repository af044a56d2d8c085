import { Button, NumberInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat, Sensor } from '#contract'
import { useAddress } from '../../api/places.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { usePin } from '../../map/pin.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { fieldErrors } from '../../ui/form.ts'
import { useOpenForm } from '../../ui/open-form.ts'
import panelForm from '../../ui/PanelForm.module.css'
import { type Placing, PlacingBar } from '../../ui/PlacingBar.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { useChangeSensor } from '../data.ts'
import classes from './AreaForm.module.css'

type Props = { sensor: Sensor; onSaved: () => void; onLeave: () => void; placing: Placing | undefined }

/** What people say of a sensor; what it says of itself stays with it. */
export const SensorForm = ({ sensor, onSaved, onLeave, placing }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const save = useChangeSensor()
  const [name, setName] = useState(sensor.name)
  const [heartbeat, setHeartbeat] = useState<number | null>(sensor.heartbeatSeconds)
  const [at, setAt] = useState<LngLat | null>(sensor.location && [sensor.location.longitude, sensor.location.latitude])
  const { data: address } = useAddress(at)
  const pin = usePin({ at: at ?? undefined, label: t('place.pin'), onMove: setAt })
  const errors = fieldErrors(save.error, t)
  const isEmpty = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    void save
      .mutateAsync({
        params: { id: sensor._id },
        body: { name, heartbeatSeconds: heartbeat, ...(at && { location: at }) },
      })
      .then(onSaved)
      .catch(() => {})
  }
  const usual = sensor.usualIntervalSeconds
  return (
    <form className={panelForm.form} onSubmit={submit} noValidate>
      <div className={panelForm.fields} inert={save.isPending}>
        <TextInput
          label={t('sensor.form.name')}
          withAsterisk
          maxLength={200}
          value={name}
          error={isEmpty ? t('form.required') : errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AddressField
          label={t('place.label')}
          address={address ?? ''}
          point={at}
          near={() => at ?? pin.center()}
          error={errors.location}
          onChoose={({ coordinates }) => {
            setAt(coordinates)
            pin.show(coordinates)
          }}
          onPosition={(mine) => {
            setAt(mine)
            pin.show(mine)
          }}
          onLeave={() => {}}
        >
          <p>{placing ? undefined : t('place.pressMap')}</p>
        </AddressField>
        {placing && (
          <Button variant="default" onClick={placing.start}>
            {t('place.setOnMap')}
          </Button>
        )}
        {placing?.isOn && (
          <PlacingBar label={t('place.label')} where={address ?? t('place.pressMap')} onDone={placing.stop} />
        )}
        <NumberInput
          label={t('sensor.form.heartbeat')}
          description={
            usual === null
              ? t('sensor.form.heartbeatText')
              : t('sensor.form.heartbeatUsual', { seconds: formatNumber(Math.round(usual), currentLanguage()) })
          }
          value={heartbeat ?? ''}
          min={1}
          allowNegative={false}
          error={errors.heartbeatSeconds}
          onChange={(value) => setHeartbeat(typeof value === 'number' && value > 0 ? value : null)}
        />
      </div>
      <div className={classes.bottom}>
        <ProblemText problem={save.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onLeave}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isEmpty}>
            {t('word.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}

import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldProblems, Sensor } from '#contract'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { PlaceField } from '../../../map/places/PlaceField.tsx'
import { type Place, usePlaceText } from '../../../map/places/place-text.ts'
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx'
import { FormFrame } from '../../../ui/forms/FormFrame.tsx'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import type { Placing } from '../../../ui/overlays/PlacingBar.tsx'
import { useChangeSensor } from '../data.ts'

type Props = { draft: string; sensor: Sensor; onSaved: () => void; placing: Placing | undefined }

type Values = { name: string; device: string; place: Place | null; heartbeatSeconds: number | null }

const valuesOf = ({ name, location, heartbeatSeconds, telemetry }: Sensor): Values => ({
  name,
  device: telemetry.name ?? '',
  place: location && { at: [location.longitude, location.latitude] },
  heartbeatSeconds,
})

const check = ({ name }: Values): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})

export const SensorForm = ({ draft, sensor, onSaved, placing }: Props) => {
  const { t } = useTranslation()
  const save = useChangeSensor()
  const form = useDraftForm<Values>({ draft, saved: valuesOf(sensor), check })
  const { values, set } = form
  const placeText = usePlaceText(values.place)
  const send = async () => {
    const { place, ...changes } = form.changes
    await save.mutateAsync({
      params: { id: sensor._id },
      body: { ...changes, ...(place && { location: place.at }) },
    })
    form.forget()
    onSaved()
  }
  const usual = sensor.usualIntervalSeconds
  return (
    <FormFrame label={t('panel.editSensor')} isBusy={save.isPending} form={form} send={send}>
      <LimitedInput label={t('sensor.form.name')} withAsterisk maxLength={200} dir="auto" {...form.textField('name')} />
      <LimitedInput
        label={t('sensor.form.device')}
        description={t('sensor.form.deviceText')}
        maxLength={200}
        dir="auto"
        {...form.textField('device')}
      />
      <PlaceField
        place={values.place}
        text={placeText}
        isRequired={false}
        error={(form.errorOf('place') ?? form.errorOf('location')) as string | undefined}
        onPlace={(place) => set('place', place)}
        onLeave={() => {}}
        placing={placing}
      />
      <NumberInput
        label={t('sensor.form.heartbeat')}
        description={
          usual === null
            ? t('sensor.form.heartbeatText')
            : t('sensor.form.heartbeatUsual', { seconds: formatNumber(Math.round(usual), currentLanguage()) })
        }
        value={values.heartbeatSeconds ?? ''}
        min={1}
        allowNegative={false}
        error={form.errorOf('heartbeatSeconds')}
        onChange={(value) => set('heartbeatSeconds', typeof value === 'number' && value > 0 ? value : null)}
      />
    </FormFrame>
  )
}

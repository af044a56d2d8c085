import { Button, MultiSelect, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconMapPin } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aoi, FieldProblems, LngLat } from '#contract'
import { useAddress } from '../../api/places.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { usePin } from '../../map/pin.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'
import { fieldErrors, fieldText } from '../../ui/form.ts'
import { useOpenForm } from '../../ui/open-form.ts'
import panelForm from '../../ui/PanelForm.module.css'
import { type Placing, PlacingBar } from '../../ui/PlacingBar.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { useSaveArea, useSensors } from '../data.ts'
import { circle } from '../map/geometry.ts'
import { useCorners, useOutline } from '../map/useShape.ts'
import classes from './AreaForm.module.css'
import { type AreaValues, bodyOf, emptyArea, problemsOf, ringOf, valuesOf } from './values.ts'

const CLOSE_ZOOM = 12.5

type Props = {
  draft: string
  aoi?: Aoi
  onSaved: (aoi: Aoi) => void
  onLeave: () => void
  /** Where the form covers the map. */
  placing: Placing | undefined
}

/** A sensor area: its name, its shape on the map, and the sensors that belong to it. */
export const AreaForm = ({ draft, aoi, onSaved, onLeave, placing }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const sensors = useSensors()
  const save = useSaveArea()
  const [nonce] = useState(() => String(Date.now()))
  const [values, setValues] = useState<AreaValues>(() => ({
    ...(aoi ? valuesOf(aoi) : emptyArea),
    ...readDraft<AreaValues>(draft),
  }))
  const [shown, setShown] = useState<FieldProblems>({})
  const change = (part: Partial<AreaValues>) => {
    const next = { ...values, ...part }
    setValues(next)
    keepDraft(draft, next)
    // What was told to be wrong is looked at again as it is mended.
    setShown((now) => (Object.keys(now).length > 0 ? problemsOf(next) : now))
  }
  const { shape, at, radiusMetres, corners } = values
  const outline = useMemo(
    () => (shape === 'polygon' ? ringOf(corners) : at && radiusMetres ? circle(at, radiusMetres) : undefined),
    [shape, at, radiusMetres, corners],
  )
  useOutline(outline)
  const open = useOpenMap()
  const reveal = useEffectEvent(() => at && open?.easeTo(at, CLOSE_ZOOM))
  // Whoever edits an area sees it; what they do then moves the map no more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the coming of the map says when
  useEffect(() => void reveal(), [open === undefined])
  const errors = {
    ...fieldErrors(save.error, t),
    ...Object.fromEntries(Object.entries(shown).map(([field, problem]) => [field, fieldText(problem, t)])),
  }
  const leave = () => {
    dropDraft(draft)
    onLeave()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = problemsOf(values)
    setShown(problems)
    const [first] = Object.keys(problems)
    if (first) return document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    void save
      .mutateAsync({ number: aoi?.number, body: { ...bodyOf(values), ...(!aoi && { nonce }) } })
      .then((saved) => {
        dropDraft(draft)
        onSaved(saved)
      })
      .catch(() => {})
  }
  const options = (sensors.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <form className={panelForm.form} onSubmit={submit} noValidate>
      <div className={panelForm.fields} inert={save.isPending}>
        <TextInput
          name="name"
          label={t('sensor.form.name')}
          withAsterisk
          maxLength={300}
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div>
          <p className={classes.label} id="area-shape">
            {t('sensor.form.shape')}
          </p>
          <SegmentedControl
            fullWidth
            aria-labelledby="area-shape"
            value={shape}
            onChange={(next) => change({ shape: next as AreaValues['shape'] })}
            data={[
              { value: 'circle', label: t('sensor.form.circle') },
              { value: 'polygon', label: t('sensor.form.polygon') },
            ]}
          />
        </div>
        {shape === 'circle' ? (
          <Circle values={values} errors={errors} onChange={change} placing={placing} />
        ) : (
          <Polygon corners={corners} error={errors.coordinates} onChange={change} placing={placing} />
        )}
        <Switch
          label={t('sensor.form.inside')}
          description={t('sensor.form.insideText')}
          checked={values.takesSensorsInside}
          onChange={(event) => change({ takesSensorsInside: event.currentTarget.checked })}
        />
        <MultiSelect
          label={t('sensor.form.sensors')}
          description={t('sensor.form.sensorsText')}
          data={options}
          value={values.sensors.filter((id) => !sensors.data || options.some(({ value }) => value === id))}
          onChange={(chosen) => change({ sensors: chosen })}
          searchable
          clearable
          hidePickedOptions
          limit={100}
          nothingFoundMessage={t('sensor.form.noSensor')}
          comboboxProps={{ zIndex: 400, transitionProps: { duration: 0 } }}
        />
      </div>
      <div className={classes.bottom}>
        <ProblemText problem={save.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={leave}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('word.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}

type PartProps = { onChange: (part: Partial<AreaValues>) => void; placing: Placing | undefined }

/** A pin, and how far around it. */
const Circle = ({
  values: { at, radiusMetres },
  errors,
  onChange,
  placing,
}: PartProps & { values: AreaValues; errors: Record<string, string> }) => {
  const { t } = useTranslation()
  const { data: address } = useAddress(at)
  const place = (next: LngLat) => onChange({ at: next })
  const pin = usePin({ at: at ?? undefined, label: t('place.pin'), onMove: place })
  const words = at && t('sensor.latLong', { place: `\u2066${at[1].toFixed(2)}, ${at[0].toFixed(2)}\u2069` })
  return (
    <>
      <AddressField
        label={t('place.label')}
        isRequired
        address={address ?? ''}
        point={at}
        near={() => at ?? pin.center()}
        error={errors.startCoordinates}
        onChoose={({ coordinates }) => {
          place(coordinates)
          pin.show(coordinates)
        }}
        onPosition={(mine) => {
          place(mine)
          pin.show(mine)
        }}
        onLeave={() => {}}
      >
        <p>
          <bdi>{words ?? (placing ? undefined : t('place.pressMap'))}</bdi>
        </p>
      </AddressField>
      <OnMap placing={placing} text={address ?? words ?? t('place.pressMap')} />
      <NumberInput
        name="radiusMetres"
        label={t('sensor.form.radius')}
        value={radiusMetres ?? ''}
        min={1}
        max={1_000_000}
        step={50}
        allowDecimal={false}
        allowNegative={false}
        suffix={` ${t('sensor.form.metres')}`}
        error={errors.radiusMetres}
        onChange={(value) => onChange({ radiusMetres: typeof value === 'number' && value > 0 ? value : null })}
      />
    </>
  )
}

/** Corners that are set on the map, one press each. */
const Polygon = ({
  corners,
  error,
  onChange,
  placing,
}: PartProps & { corners: LngLat[]; error: string | undefined }) => {
  const { t } = useTranslation()
  useCorners({
    corners,
    isOn: true,
    label: (place) => t('sensor.form.corner', { number: place + 1 }),
    onChange: (next) => onChange({ corners: next }),
  })
  const count = t('sensor.form.corners', {
    count: corners.length,
    number: formatNumber(corners.length, currentLanguage()),
  })
  const undo = (
    <Button
      variant="default"
      disabled={corners.length === 0}
      onClick={() => onChange({ corners: corners.slice(0, -1) })}
    >
      {t('sensor.form.lastCorner')}
    </Button>
  )
  return (
    <div className={classes.polygon}>
      <p className={classes.told} role="status">
        {corners.length < 3 ? t('sensor.form.pressCorners') : t('sensor.form.moveCorners')} <bdi>{count}</bdi>
      </p>
      {error && (
        <p className={classes.error} role="alert">
          {t('sensor.form.threeCorners')}
        </p>
      )}
      <OnMap placing={placing} text={count}>
        {undo}
      </OnMap>
      <div className={classes.buttons}>
        {undo}
        <Button variant="default" disabled={corners.length === 0} onClick={() => onChange({ corners: [] })}>
          {t('sensor.form.clear')}
        </Button>
      </div>
    </div>
  )
}

const OnMap = ({ placing, text, children }: { placing: Placing | undefined; text: string; children?: ReactNode }) => {
  const { t } = useTranslation()
  if (!placing) return null
  return (
    <>
      <Button variant="default" leftSection={<IconMapPin size={18} stroke={1.75} />} onClick={placing.start}>
        {t('place.setOnMap')}
      </Button>
      {placing.isOn && (
        <PlacingBar label={t('sensor.form.shape')} where={text} onDone={placing.stop}>
          {children}
        </PlacingBar>
      )}
    </>
  )
}

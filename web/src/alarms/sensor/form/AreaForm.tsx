import { Button, MultiSelect, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { IconCrosshair, IconMapPin } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aoi, FieldProblem, LngLat } from '#contract'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { PlaceField } from '../../../map/places/PlaceField.tsx'
import { usePlaceText } from '../../../map/places/place-text.ts'
import { useOpenMap } from '../../../map/shownMap.ts'
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx'
import { dropDraftFile, useDraftFile } from '../../../ui/forms/draft-file.ts'
import { FormFrame } from '../../../ui/forms/FormFrame.tsx'
import { fieldText } from '../../../ui/forms/form.ts'
import { type DraftForm, useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ImageField } from '../../../ui/images/ImageField.tsx'
import { type Placing, PlacingBar } from '../../../ui/overlays/PlacingBar.tsx'
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
  placing: Placing | undefined
}

export const AreaForm = ({ draft, aoi, onSaved, placing }: Props) => {
  const { t } = useTranslation()
  const sensors = useSensors()
  const save = useSaveArea()
  const [nonce] = useState(() => String(Date.now()))
  const form = useDraftForm<AreaValues>({ draft, saved: aoi ? valuesOf(aoi) : emptyArea, check: problemsOf })
  const { values, set } = form
  const picture = usePicture(draft, aoi?.properties.map[0]?.image)
  useShownOnMap(values)
  const send = async () => {
    const body = aoi ? bodyOf(values, form.changes) : { ...bodyOf(values), nonce }
    const saved = await save.mutateAsync({
      number: aoi?.number,
      body: { ...body, ...picture.body },
      file: picture.file,
    })
    form.forget()
    dropDraftFile(draft)
    onSaved(saved)
  }
  const options = (sensors.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <FormFrame
      label={t(aoi ? 'panel.editArea' : 'panel.newArea')}
      isNew={!aoi}
      isBusy={save.isPending}
      form={form}
      send={send}
      isMoreChanged={picture.isChanged}
      onDiscard={picture.discard}
    >
      <LimitedInput label={t('sensor.form.name')} withAsterisk maxLength={300} dir="auto" {...form.textField('name')} />
      <div>
        <p className={classes.label} id="area-shape">
          {t('sensor.form.shape')}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="area-shape"
          value={values.shape}
          onChange={(next) => set('shape', next as AreaValues['shape'])}
          data={[
            { value: 'circle', label: t('sensor.form.circle') },
            { value: 'polygon', label: t('sensor.form.polygon') },
          ]}
        />
      </div>
      {values.shape === 'circle' ? <Circle form={form} placing={placing} /> : <Polygon form={form} placing={placing} />}
      <Switch
        label={t('sensor.form.inside')}
        description={t('sensor.form.insideText')}
        {...form.switchField('takesSensorsInside')}
      />
      <MultiSelect
        label={t('sensor.form.sensors')}
        description={t('sensor.form.sensorsText')}
        data={options}
        value={values.sensors.filter((id) => !sensors.data || options.some(({ value }) => value === id))}
        onChange={(selectedIds) => set('sensors', selectedIds)}
        searchable
        clearable
        hidePickedOptions
        limit={100}
        error={form.errorOf('sensors')}
        nothingFoundMessage={t('sensor.form.noSensor')}
      />
      <ImageField label={t('sensor.form.image')} alt={t('sensor.form.imageAlt')} {...picture.field} />
    </FormFrame>
  )
}

const usePicture = (draft: string, stored: string | undefined) => {
  const { t } = useTranslation()
  const [file, setFile] = useDraftFile(draft)
  const [isRemoved, setIsRemoved] = useState(false)
  const [problem, setProblem] = useState<FieldProblem>()
  const choose = (next: File | null) => {
    setFile(next)
    setProblem(undefined)
  }
  return {
    file: file ?? undefined,
    body: isRemoved && !file ? { removeImage: 'true' as const } : {},
    isChanged: file !== null || isRemoved,
    discard: () => {
      choose(null)
      setIsRemoved(false)
    },
    field: {
      file,
      src: isRemoved ? undefined : stored,
      error: problem && fieldText(problem, t),
      onChoose: choose,
      onRemove: () => (file ? choose(null) : setIsRemoved(true)),
      onProblem: setProblem,
    },
  }
}

/** Draws the outline during editing. Moves the map to the area once, when the map opens. */
const useShownOnMap = ({ shape, place, radiusMetres, corners }: AreaValues): void => {
  const at = place?.at
  const outline = useMemo(
    () => (shape === 'polygon' ? ringOf(corners) : at && radiusMetres ? circle(at, radiusMetres) : undefined),
    [shape, at, radiusMetres, corners],
  )
  useOutline(outline)
  const open = useOpenMap()
  const reveal = useEffectEvent(() => at && open?.easeTo(at, CLOSE_ZOOM))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the map opens
  useEffect(() => void reveal(), [open === undefined])
}

type PartProps = { form: DraftForm<AreaValues>; placing: Placing | undefined }

const Circle = ({ form: { values, set, errorOf, leave }, placing }: PartProps) => {
  const { t } = useTranslation()
  const placeText = usePlaceText(values.place)
  return (
    <>
      <PlaceField
        place={values.place}
        text={placeText}
        error={(errorOf('place') ?? errorOf('startCoordinates')) as string | undefined}
        onPlace={(place) => set('place', place)}
        onLeave={() => leave('place')}
        placing={placing}
      />
      <NumberInput
        label={t('sensor.form.radius')}
        value={values.radiusMetres ?? ''}
        min={1}
        max={1_000_000}
        step={50}
        allowDecimal={false}
        allowNegative={false}
        suffix={` ${t('sensor.form.metres')}`}
        error={errorOf('radiusMetres')}
        onChange={(value) => set('radiusMetres', typeof value === 'number' && value > 0 ? value : null)}
      />
    </>
  )
}

const Polygon = ({ form: { values, set, errorOf }, placing }: PartProps) => {
  const { t } = useTranslation()
  const { corners } = values
  const change = (next: LngLat[]) => set('corners', next)
  const setAtMiddle = useCorners({
    corners,
    isOn: true,
    label: (place) => t('sensor.form.corner', { number: place + 1 }),
    onChange: change,
  })
  const count = t('sensor.form.corners', {
    count: corners.length,
    number: formatNumber(corners.length, currentLanguage()),
  })
  const undo = (
    <Button variant="default" disabled={corners.length === 0} onClick={() => change(corners.slice(0, -1))}>
      {t('sensor.form.lastCorner')}
    </Button>
  )
  return (
    <div className={classes.polygon}>
      <p className={classes.told} role="status">
        {corners.length < 3 ? t('sensor.form.pressCorners') : t('sensor.form.moveCorners')} <bdi>{count}</bdi>
      </p>
      {(errorOf('corners') || errorOf('coordinates')) && (
        <p className={classes.error} role="alert">
          {t('sensor.form.threeCorners')}
        </p>
      )}
      {placing && (
        <Button variant="default" leftSection={<IconMapPin size={18} stroke={1.75} />} onClick={placing.start}>
          {t('place.setOnMap')}
        </Button>
      )}
      {placing?.isOn && (
        <PlacingBar label={t('sensor.form.shape')} where={count} onDone={placing.stop}>
          {undo}
        </PlacingBar>
      )}
      {setAtMiddle && (
        <Button variant="default" leftSection={<IconCrosshair size={18} stroke={1.75} />} onClick={setAtMiddle}>
          {t('sensor.form.cornerAtMiddle')}
        </Button>
      )}
      <div className={classes.buttons}>
        {undo}
        <Button variant="default" disabled={corners.length === 0} onClick={() => change([])}>
          {t('sensor.form.clear')}
        </Button>
      </div>
    </div>
  )
}

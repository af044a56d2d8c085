import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPolygon, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closedRing, type FieldProblems, type LngLat, outlineProblem, Problem, type Region } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { useLookAt } from '../../map/shownMap.ts'
import { useDrawing } from '../../map/useDrawing.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { sentBy } from '../../ui/forms/form.ts'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import { type Placing, PlacingBar } from '../../ui/overlays/PlacingBar.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSaveRegion } from './data.ts'
import { useAreaText } from './measure.ts'
import { nameProblem } from './name.ts'
import classes from './RegionsPanel.module.css'

type Props = {
  draft: string
  region: Region | undefined
  others: readonly Region[]
  onSaved: (region: Region) => void
  onLeave: () => void
  placing: Placing | undefined
}

type Values = { name: string; translations: Region['translations']; ring: LngLat[]; isDone: boolean }

const valuesOf = (region: Region | undefined): Values => ({
  name: region?.name ?? '',
  translations: region?.translations ?? {},
  ring: region?.geometry.coordinates[0] ?? [],
  isDone: region !== undefined,
})

export const RegionForm = ({ draft, region, others, onSaved, onLeave, placing }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  useLookAt(region?.geometry.coordinates[0])
  const areaText = useAreaText()
  const [initial] = useState(() => valuesOf(region))
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...readDraft<Values>(draft) }))
  const [problems, setProblems] = useState<FieldProblems>({})
  const save = useSaveRegion()
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const change = (some: Partial<Values>) => {
    const next = { ...values, ...some }
    setValues(next)
    setProblems({})
    // The draft leaves out an unfinished outline, because drawing could not be continued.
    keepDraft(draft, next.isDone ? next : { ...next, ring: [] })
  }
  const { undoCorner, startOver, hasMap } = useDrawing({
    ring: values.isDone ? values.ring : undefined,
    others: others.map(({ geometry }) => geometry.coordinates[0] ?? []),
    onChange: (ring, isDone) => change({ ring, isDone }),
  })

  const check = (): FieldProblems => ({
    ...nameProblem(values.name),
    ...(values.ring.length === 0
      ? { coordinates: 'form.required' as const }
      : outlineProblem(closedRing(values.ring)) && { coordinates: 'form.outline' as const }),
  })
  const send = async () => {
    const invalid = check()
    setProblems(invalid)
    if (Object.keys(invalid).length > 0) return
    const { translations } = values
    const body = { name: values.name.trim(), coordinates: [closedRing(values.ring)], translations }
    try {
      const saved = await save.mutateAsync({ id: region?._id, body })
      dropDraft(draft)
      void toast({ message: t(region ? 'region.updated' : 'region.created', { name: nameOf(saved) }) })
      onSaved(saved)
    } catch (error) {
      if (error instanceof Problem && error.fields) setProblems(error.fields)
    }
  }
  const discard = () => {
    dropDraft(draft)
    onLeave()
  }
  const status = values.isDone
    ? t(placing ? 'region.pullByFinger' : 'region.pull')
    : values.ring.length > 0
      ? t('region.closeIt')
      : t(hasMap ? 'region.press' : 'region.noMap')
  const area = values.ring.length > 2 ? areaText(closedRing(values.ring)) : undefined
  const error = problems.coordinates
  const undo = !values.isDone && values.ring.length > 0 && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} stroke={1.75} />}
      onClick={undoCorner}
    >
      {t('region.undoCorner')}
    </Button>
  )
  return (
    <FormFrame
      label={t(region ? 'panel.editRegion' : 'panel.newRegion')}
      isNew={!region}
      isBusy={save.isPending}
      form={{ isChanged, problem: Object.keys(problems).length > 0 ? undefined : save.error, submit: sentBy, discard }}
      send={send}
    >
      <TranslatedInput
        label={t('region.name')}
        field="name"
        withAsterisk
        maxLength={200}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={() => afterPress(() => setProblems((now) => ({ ...now, ...nameProblem(values.name) })))}
        error={problems.name && t(problems.name)}
        translations={values.translations}
        onTranslate={(translations) => change({ translations })}
      />
      <section className={classes.drawn} aria-label={t('region.outline')} aria-invalid={error !== undefined}>
        {area && (
          <p className={classes.area} role="status">
            <bdi>{area}</bdi>
          </p>
        )}
        <p className={classes.dim}>{status}</p>
        {error && (
          <p className={classes.invalid} role="alert">
            {t(error)}
          </p>
        )}
        {placing && (
          <Button variant="default" leftSection={<IconPolygon size={18} stroke={1.75} />} onClick={placing.start}>
            {t('region.drawOnMap')}
          </Button>
        )}
        {undo}
        {values.ring.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => {
              startOver()
              change({ ring: [], isDone: false })
            }}
          >
            {t('region.startOver')}
          </Button>
        )}
      </section>
      {placing?.isOn && (
        <PlacingBar label={t('region.outline')} where={area ?? status} onDone={placing.stop}>
          {undo}
        </PlacingBar>
      )}
    </FormFrame>
  )
}

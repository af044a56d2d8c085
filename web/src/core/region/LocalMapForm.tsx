import { Button, Input, NumberInput, Select, Slider } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LocalMap, planCorners, type Region } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { AddressField } from '../../map/places/AddressField.tsx'
import { useLookAt } from '../../map/shownMap.ts'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { sentBy } from '../../ui/forms/form.ts'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import { ImageField } from '../../ui/images/ImageField.tsx'
import { UploadProgress } from '../../ui/images/UploadProgress.tsx'
import { type Placing, PlacingBar } from '../../ui/overlays/PlacingBar.tsx'
import { WIDE_PLAN_METRES } from './building-view.ts'
import classes from './RegionsPanel.module.css'
import { useLocalMapForm } from './use-local-map-form.ts'

type Props = {
  draft: string
  localMap: LocalMap | undefined
  regions: readonly Region[]
  onSaved: (localMap: LocalMap) => void
  onLeave: () => void
  placing: Placing | undefined
}

export const LocalMapForm = ({ draft, localMap, regions, onSaved, onLeave, placing }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  useLookAt(localMap && planCorners(localMap.position))
  const form = useLocalMapForm({ draft, localMap, onSaved })
  const { values, change, save, errorOf, position } = form
  const discard = () => {
    form.forget()
    onLeave()
  }
  return (
    <FormFrame
      label={t(localMap ? 'panel.editLocalMap' : 'panel.newLocalMap')}
      isNew={!localMap}
      isBusy={save.isPending}
      form={{
        isChanged: form.isChanged,
        problem: form.isToldByField ? undefined : save.error,
        submit: sentBy,
        discard,
      }}
      send={form.send}
      news={save.isPending && form.file && <UploadProgress sent={save.sent} />}
    >
      <TranslatedInput
        label={t('region.name')}
        field="name"
        withAsterisk
        maxLength={200}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={form.leaveName}
        error={errorOf('name')}
        translations={values.translations}
        onTranslate={(translations) => change({ translations })}
      />
      <AddressField
        label={t('region.findAddress')}
        point={null}
        address=""
        near={form.mapCentre}
        onChoose={({ coordinates }) => form.showAddress(coordinates)}
        onPosition={form.showAddress}
        onLeave={() => {}}
      />
      <ImageField
        label={t('region.image')}
        isRequired
        file={form.file}
        src={localMap?.image ?? undefined}
        alt={values.name}
        error={errorOf('file')}
        onChoose={form.chooseImage}
        onRemove={form.file ? form.removeImage : undefined}
        onProblem={form.setImageProblem}
      />
      {!position && form.file && (
        <p className={classes.wrong} role="alert">
          {t('region.noMap')}
        </p>
      )}
      {position && (
        <section className={classes.drawn} aria-label={t('region.position')}>
          <p className={classes.dim}>{t('region.positionHint')}</p>
          {placing && (
            <Button variant="default" onClick={placing.start}>
              {t('region.placeOnMap')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFocusCentered size={16} stroke={1.75} />}
            onClick={form.centre}
          >
            {t('region.centre')}
          </Button>
          <NumberInput
            label={t('region.width')}
            value={form.widthMetres}
            onChange={(value) => typeof value === 'number' && form.setWidthMetres(value)}
            min={1}
            max={100_000}
            decimalScale={1}
            suffix={` ${t('region.metres')}`}
          />
          {form.widthMetres > WIDE_PLAN_METRES && (
            <p className={classes.wrong} role="alert">
              {t('region.tooWide')}
            </p>
          )}
          <NumberInput
            label={t('region.rotation')}
            value={position.rotation}
            onChange={(value) => typeof value === 'number' && change({ position: { ...position, rotation: value } })}
            min={-180}
            max={180}
            step={1}
            decimalScale={1}
            suffix="°"
            dir="ltr"
          />
          <Input.Wrapper label={t('region.opacity')}>
            <Slider
              className={classes.slider}
              value={Math.round(values.opacity * 100)}
              onChange={(percent) => change({ opacity: percent / 100 })}
              min={10}
              max={100}
              step={5}
              label={(percent) => `${percent}%`}
              thumbLabel={t('region.opacity')}
            />
          </Input.Wrapper>
        </section>
      )}
      {regions.length > 0 && (
        <Select
          label={t('region.region')}
          placeholder={t('region.byPlace')}
          data={regions.map((region) => ({ value: region._id, label: nameOf(region) }))}
          value={values.region}
          onChange={(region) => change({ region })}
          error={errorOf('region')}
          clearable
        />
      )}
      {placing?.isOn && (
        <PlacingBar label={t('region.position')} where={t('region.positionHint')} onDone={placing.stop} />
      )}
    </FormFrame>
  )
}

import { Button, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Aoi,
  answerField,
  type EventType,
  type FieldProblems,
  type LocalMap,
  offeredTypes,
  Problem,
  type Region,
} from '#contract'
import { afterPress } from '../../ui/after-press.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fieldText } from '../../ui/form.ts'
import { ImageField } from '../../ui/ImageField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOpenForm } from '../../ui/open-form.ts'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { toast } from '../../ui/toast.ts'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import classes from './EventForm.module.css'
import { LocalMapField } from './LocalMapField.tsx'
import { PlaceField, type Placing } from './PlaceField.tsx'
import { usePlaceTold } from './place.ts'
import { QuestionField } from './QuestionField.tsx'
import { regionAt } from './region-at.ts'
import { isAllShown, Slot, slotOf, useFirstProblem } from './Slot.tsx'
import { useSaveEvent } from './save.ts'
import { useEventValues } from './state.ts'
import { TypeField } from './TypeField.tsx'
import { changeBody, changesOf, createBody, problemsOf, type Values, valuesOf } from './values.ts'

const RichTextEditor = lazy(() =>
  import('../../ui/RichTextEditor.tsx').then((file) => ({ default: file.RichTextEditor })),
)

export type EventFormProps = {
  /** Under which what is typed is kept. */
  draft: string
  /** Absent: a new one. */
  aoi?: Aoi
  serviceId: string
  types: readonly EventType[]
  /** The types of the member's role; none listed means all. */
  offered: readonly string[]
  regions: readonly Region[]
  localMaps: readonly LocalMap[]
  onSaved: (aoi: Aoi) => void
  onLeave: () => void
  placing?: Placing | undefined
}

/** Reports an event, or changes one: what was not touched is not sent, so that two people can edit the same one. */
export const EventForm = (props: EventFormProps) => {
  const { draft, aoi, serviceId, types, offered, regions, localMaps, onSaved, onLeave, placing } = props
  const { t } = useTranslation()
  useOpenForm()
  const isNew = aoi === undefined
  const state = useEventValues({ draft, aoi, regions })
  const { form, begun, image } = state
  const { values } = form
  const told = usePlaceTold(values.place)
  const latest = aoi && valuesOf(aoi, regions)
  const save = useSaveEvent(() => {
    state.forget()
    void toast({ message: t(isNew ? 'eventForm.created' : 'eventForm.updated') })
  })
  const { element, focusFirst } = useFirstProblem(form.errors)
  const [round, setRound] = useState(0)
  const [isDiscarding, setIsDiscarding] = useState(false)

  // An event keeps the type it has, even where the editor's role does not offer it.
  const mine = [
    ...new Set([
      ...offeredTypes(types, offered),
      ...types.filter(({ _id }) => _id === aoi?.properties.publicAction?._id),
    ]),
  ]
  const type = types.find(({ _id }) => _id === values.publicAction.id)
  const stored = aoi?.properties.map[0]?.image
  const hasImage = image !== null || (stored !== undefined && !values.removeImage)

  const problems = (now: Values): FieldProblems =>
    problemsOf(now, {
      changes: changesOf(begun, now),
      isNew,
      type: types.find(({ _id }) => _id === now.publicAction.id),
      hasImage,
    })
  const leave = (field: string) =>
    afterPress(() => {
      const problem = problems(form.getValues())[field]
      form.setFieldError(field, problem ? fieldText(problem, t) : null)
    })
  const change = <K extends keyof Values>(field: K, value: Values[K], errorField: string = field) => {
    form.setValues({ [field]: value } as Partial<Values>)
    form.clearFieldError(errorField)
  }
  const show = (fields: FieldProblems) => {
    form.setErrors(
      Object.fromEntries(Object.entries(fields).map(([field, problem]) => [slotOf(field), fieldText(problem, t)])),
    )
    focusFirst()
  }

  const send = () => {
    const now = form.getValues()
    const wrong = problems(now)
    if (Object.keys(wrong).length > 0) return show(wrong)
    form.clearErrors()
    const files = { file: image ?? undefined }
    const known = { type, address: told.address }
    save.mutate(
      aoi && latest
        ? { isNew: false, params: { number: aoi.number }, body: changeBody(begun, now, latest, known), files }
        : { isNew: true, body: createBody(now, { ...known, serviceId, sent: state.sentAs() }), files },
      {
        onSuccess: onSaved,
        onError: (error) => error instanceof Problem && error.fields && show(error.fields),
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const discard = () => {
    state.forget()
    onLeave()
  }
  const isOvertaken = latest && !save.isPending && !save.isSuccess && Object.keys(changesOf(begun, latest)).length > 0
  const byPlace = values.place ? regionAt(regions, values.place.at)?.name : undefined

  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={submit}
      // Escape closes a list of choices, or a question; it does not lead out of the form.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      noValidate
      tabIndex={-1}
      aria-busy={save.isPending}
    >
      <div className={classes.fields} inert={save.isPending}>
        {isOvertaken && (
          <Notice text={t('eventForm.overtaken')}>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                state.takeOver(latest)
                setRound(round + 1)
              }}
            >
              {t('eventForm.takeOver')}
            </Button>
          </Notice>
        )}
        {state.isContinued && !isOvertaken && <Notice text={t('form.draftKept')} />}

        <Slot name="name">
          <TextInput
            label={t('eventForm.name')}
            withAsterisk
            placeholder={t('eventForm.namePlaceholder')}
            value={values.name}
            onChange={(event) => change('name', event.currentTarget.value)}
            onBlur={() => leave('name')}
            error={form.errors.name}
            classNames={{ input: classes.words }}
          />
        </Slot>
        <Slot name="publicAction">
          <TypeField
            types={mine}
            type={type}
            error={form.errors.publicAction as string | undefined}
            onChoose={(id) => change('publicAction', { ...values.publicAction, id })}
            onLeave={() => leave('publicAction')}
          />
        </Slot>
        {type?.fields.map((question) => {
          const field = answerField(question._id)
          return (
            <Slot key={question._id} name={field}>
              <QuestionField
                question={question}
                value={values.publicAction.fields[question._id] ?? ''}
                error={form.errors[field] as string | undefined}
                onChange={(value) => {
                  const { publicAction } = form.getValues()
                  const fields = { ...publicAction.fields, [question._id]: value }
                  change('publicAction', { ...publicAction, fields }, field)
                }}
                onLeave={() => leave(field)}
              />
            </Slot>
          )
        })}
        <Slot name="startCoordinates">
          <PlaceField
            place={values.place}
            told={told}
            error={form.errors.startCoordinates as string | undefined}
            onPlace={(place) => change('place', place, 'startCoordinates')}
            onLeave={() => leave('startCoordinates')}
            placing={placing}
          />
        </Slot>
        {regions.length > 0 && (
          <Slot name="region">
            <Select
              label={t('eventForm.region')}
              placeholder={byPlace ? t('eventForm.regionOfPlace', { name: byPlace }) : t('eventForm.regionByPlace')}
              value={values.region || null}
              onChange={(id) => change('region', id ?? '')}
              data={regions.map(({ _id, name }) => ({ value: _id, label: name }))}
              error={form.errors.region}
              clearable
              clearButtonProps={{ 'aria-label': t('eventForm.regionClear') }}
              comboboxProps={{ zIndex: 400, transitionProps: { duration: 0 } }}
            />
          </Slot>
        )}
        {localMaps.length > 0 && (
          <Slot name="localMaps">
            <LocalMapField
              key={round}
              localMaps={localMaps}
              placed={values.localMaps}
              error={form.errors.localMaps as string | undefined}
              onPlaced={(placed) => change('localMaps', placed)}
              onRegion={(id) => change('region', id)}
            />
          </Slot>
        )}
        <Slot name="description">
          <Suspense fallback={<div className={classes.editor} role="status" aria-label={t('word.loading')} />}>
            <RichTextEditor
              key={round}
              label={t('eventForm.description')}
              value={values.description}
              onChange={(html) => change('description', html)}
              error={form.errors.description as string | undefined}
            />
          </Suspense>
        </Slot>
        <Slot name="file">
          <ImageField
            label={t('eventForm.image')}
            isRequired={type?.isPhotoRequired ?? false}
            file={image}
            src={values.removeImage ? undefined : stored}
            alt={t('eventForm.imageChosen')}
            error={form.errors.file as string | undefined}
            onChoose={(file) => {
              state.chooseImage(file)
              change('removeImage', false, 'file')
            }}
            onRemove={() => {
              // A new picture goes first; the one that is stored already, with a second press.
              if (image) state.chooseImage(null)
              else change('removeImage', true)
              form.clearFieldError('file')
            }}
            onProblem={(problem) => form.setFieldError('file', fieldText(problem, t))}
          />
        </Slot>
      </div>

      <div className={classes.bottom}>
        {save.error && !isAllShown(save.error) && (
          <>
            <ProblemText problem={save.error} onRetry={send} />
            <p className={classes.kept}>{t('eventForm.kept')}</p>
          </>
        )}
        {save.isPending && image && <UploadProgress sent={save.sent} />}
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => (state.isChanged ? setIsDiscarding(true) : onLeave())}
          >
            {t(state.isChanged ? 'word.discard' : 'word.cancel')}
          </Button>
          <Button type="submit" disabled={!isNew && !state.isChanged} loading={save.isPending}>
            {t(isNew ? 'eventForm.create' : 'word.save')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('form.discardTitle')}
        message={t(isNew ? 'eventForm.discardText' : 'form.discardText')}
        yes={t('word.discard')}
        onYes={discard}
        onCancel={() => setIsDiscarding(false)}
      />
    </form>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, type EventType, type FieldProblem, type FieldProblems, Problem, type Region } from '#contract'
import { afterPress } from '../../ui/after-press.ts'
import { fieldText } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import { usePlaceTold } from './place.ts'
import { slotOf, useFirstProblem } from './Slot.tsx'
import { useSaveEvent } from './save.ts'
import { useEventValues } from './state.ts'
import { changeBody, changesOf, createBody, problemsOf, type Values, valuesOf } from './values.ts'

export type EventFormOptions = {
  /** Under which what is typed is kept. */
  draft: string
  /** Absent: a new one. */
  aoi?: Aoi | undefined
  serviceId: string
  types: readonly EventType[]
  regions: readonly Region[]
  onSaved: (aoi: Aoi) => void
}

/** What the form of an event knows and does; its fields only show it. */
export const useEventForm = ({ draft, aoi, serviceId, types, regions, onSaved }: EventFormOptions) => {
  const { t } = useTranslation()
  const isNew = aoi === undefined
  const state = useEventValues({ draft, aoi, regions })
  const { form, begun, image } = state
  const { values } = form
  const place = usePlaceTold(values.place)
  const { element, focusFirst } = useFirstProblem(form.errors)
  const save = useSaveEvent(() => {
    state.forget()
    void toast({ message: t(isNew ? 'eventForm.created' : 'eventForm.updated') })
  })
  // Fields that keep something of their own begin anew with each round.
  const [round, setRound] = useState(0)
  const typeOf = ({ publicAction }: Values) => types.find(({ _id }) => _id === publicAction.id)
  const stored = aoi?.properties.map[0]?.image
  const latest = aoi && valuesOf(aoi, regions)

  const problems = (now: Values): FieldProblems =>
    problemsOf(now, {
      changes: changesOf(begun, now),
      isNew,
      type: typeOf(now),
      hasImage: image !== null || (stored !== undefined && !now.removeImage),
    })
  const tell = (field: string, problem: FieldProblem | undefined) =>
    form.setFieldError(field, problem ? fieldText(problem, t) : null)
  const tellAll = (fields: FieldProblems) => {
    form.setErrors(
      Object.fromEntries(Object.entries(fields).map(([field, problem]) => [slotOf(field), fieldText(problem, t)])),
    )
    focusFirst()
  }

  const send = () => {
    const now = form.getValues()
    const wrong = problems(now)
    if (Object.keys(wrong).length > 0) return tellAll(wrong)
    form.clearErrors()
    const files = { file: image ?? undefined }
    const known = { type: typeOf(now), address: place.address }
    save.mutate(
      aoi && latest
        ? { isNew: false, params: { number: aoi.number }, body: changeBody(begun, now, latest, known), files }
        : { isNew: true, body: createBody(now, { ...known, serviceId, sent: state.sentAs() }), files },
      {
        onSuccess: onSaved,
        onError: (error) => error instanceof Problem && error.fields && tellAll(error.fields),
      },
    )
  }

  const isSettled = !save.isPending && !save.isSuccess
  const isOvertaken = latest !== undefined && isSettled && Object.keys(changesOf(begun, latest)).length > 0
  return {
    element,
    values,
    type: typeOf(values),
    place,
    image,
    /** The image that the event has already. */
    stored,
    round,
    isNew,
    isChanged: state.isChanged,
    isContinued: state.isContinued,
    save,
    send,
    forget: state.forget,
    errorOf: (field: string) => form.errors[field] as string | undefined,
    tell,
    /** A field was left: what is wrong with it is said now. */
    leave: (field: string) => afterPress(() => tell(field, problems(form.getValues())[field])),
    change: <K extends keyof Values>(field: K, value: Values[K], slot: string = field) => {
      form.setValues({ [field]: value } as Partial<Values>)
      form.clearFieldError(slot)
    },
    answer: (questionId: string, value: string, slot: string) => {
      const { publicAction } = form.getValues()
      form.setValues({ publicAction: { ...publicAction, fields: { ...publicAction.fields, [questionId]: value } } })
      form.clearFieldError(slot)
    },
    chooseImage: (file: File) => {
      state.chooseImage(file)
      form.setValues({ removeImage: false })
      form.clearFieldError('file')
    },
    /** A new picture goes first; the one that is stored already, with a second press. */
    removeImage: () => {
      if (image) state.chooseImage(null)
      else form.setValues({ removeImage: true })
      form.clearFieldError('file')
    },
    /** Someone else changed the event since its editing began: shows that too, beside what was touched here. */
    takeOver: isOvertaken
      ? () => {
          state.takeOver(latest)
          setRound(round + 1)
        }
      : undefined,
  }
}
export type EventFormState = ReturnType<typeof useEventForm>

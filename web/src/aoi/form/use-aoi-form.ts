import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, type aoiApi, type CallInput, type FieldProblem, type FieldProblems, Problem } from '#contract'
import { usePlaceText } from '../../map/place-text.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { fieldText } from '../../ui/forms/form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { slotOf, useFirstProblem } from './Slot.tsx'
import { useSaveAoi } from './save.ts'
import { type CommonValues, type SubmissionId, useFormValues } from './state.ts'

/** What one kind of AOI makes of its form. */
export type FormRules<V> = {
  /** How it stands in the form; a new one begins empty. */
  valuesOf: (aoi: Aoi | undefined) => V
  /** Only what is different from how it began. */
  changesOf: (initial: V, now: V) => Partial<V>
  problemsOf: (now: V, check: { changes: Partial<V>; isNew: boolean; hasImage: boolean }) => FieldProblems
  createBody: (
    now: V,
    context: { address: string | undefined; submission: SubmissionId },
  ) => CallInput<typeof aoiApi.create>['body']
  changeBody: (
    states: { initial: V; now: V; latest: V },
    context: { address: string | undefined },
  ) => CallInput<typeof aoiApi.change>['body']
  /** Said when it is saved. */
  created: string
  updated: string
}

type Options<V> = {
  /** Under which what is typed is kept. */
  draft: string
  /** Absent: a new one. */
  aoi: Aoi | undefined
  rules: FormRules<V>
  onSaved: (aoi: Aoi) => void
  /** There is no line: it is on this device until there is. */
  onKept: () => void
}

/** What the form of an AOI knows and does; its fields only show it. */
export const useAoiForm = <V extends CommonValues>({ draft, aoi, rules, onSaved, onKept }: Options<V>) => {
  const { t } = useTranslation()
  const isNew = aoi === undefined
  const state = useFormValues<V>({
    draft,
    isNew,
    begin: () => rules.valuesOf(aoi),
    changesOf: rules.changesOf,
  })
  const { form, initial, image } = state
  const { values } = form
  const place = usePlaceText(values.place)
  const { element, focusFirst } = useFirstProblem(form.errors)
  const save = useSaveAoi((saved) => {
    state.forget()
    void toast({ message: saved ? (isNew ? rules.created : rules.updated) : t('eventForm.keptOnDevice') })
  })
  // Fields that keep something of their own begin anew with each round.
  const [round, setRound] = useState(0)
  const stored = aoi?.properties.map[0]?.image
  const latest = aoi && rules.valuesOf(aoi)

  const problems = (now: V): FieldProblems =>
    rules.problemsOf(now, {
      changes: rules.changesOf(initial, now),
      isNew,
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

  const created = (now: V) => {
    const submission = state.submissionId()
    return {
      body: rules.createBody(now, { address: place.address, submission }),
      draft: { name: draft, kept: { changes: rules.changesOf(initial, now), submission } },
    }
  }
  const send = () => {
    const now = form.getValues()
    const wrong = problems(now)
    if (Object.keys(wrong).length > 0) return tellAll(wrong)
    form.clearErrors()
    const files = { file: image ?? undefined }
    const context = { address: place.address }
    save.mutate(
      aoi && latest
        ? {
            isNew: false,
            params: { number: aoi.number },
            body: rules.changeBody({ initial, now, latest }, context),
            files,
          }
        : { isNew: true, files, ...created(now) },
      {
        onSuccess: (saved) => (saved ? onSaved(saved) : onKept()),
        onError: (error) => error instanceof Problem && error.fields && tellAll(error.fields),
      },
    )
  }

  const set = (changed: Partial<V>) => form.setValues(changed)
  const isSettled = !save.isPending && !save.isSuccess
  const isOvertaken = latest !== undefined && isSettled && Object.keys(rules.changesOf(initial, latest)).length > 0
  return {
    element,
    values,
    place,
    image,
    /** The image that is there already. */
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
    change: <K extends keyof V & string>(field: K, value: V[K], slot: string = field) => {
      set({ [field]: value } as unknown as Partial<V>)
      form.clearFieldError(slot)
    },
    chooseImage: (file: File) => {
      state.chooseImage(file)
      set({ removeImage: false } as Partial<V>)
      form.clearFieldError('file')
    },
    /** A new picture goes first; the one that is stored already, with a second press. */
    removeImage: () => {
      if (image) state.chooseImage(null)
      else set({ removeImage: true } as Partial<V>)
      form.clearFieldError('file')
    },
    /** Someone else changed it since its editing began: shows that too, beside what was touched here. */
    takeOver: isOvertaken
      ? () => {
          state.takeOver(latest)
          setRound(round + 1)
        }
      : undefined,
  }
}
export type AoiFormState<V extends CommonValues> = ReturnType<typeof useAoiForm<V>>

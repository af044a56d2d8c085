import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aoi, aoiApi, CallInput, FieldProblems } from '#contract'
import { usePlaceText } from '../../map/place-text.ts'
import { dropDraftFile } from '../../ui/forms/draft-file.ts'
import { useDraftFile } from '../../ui/forms/use-draft-file.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { slotOf } from './Slot.tsx'
import { type Saving, useSaveAoi } from './save.ts'
import { type CommonValues, type SubmissionId, useAoiDraft } from './state.ts'

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

/** The form of an AOI, on top of what every form with a draft does: its image, its place, and how it is sent. */
export const useAoiForm = <V extends CommonValues>({ draft, aoi, rules, onSaved, onKept }: Options<V>) => {
  const { t } = useTranslation()
  const isNew = aoi === undefined
  const latest = rules.valuesOf(aoi)
  const stored = aoi?.properties.map[0]?.image
  const [image, setImage] = useDraftFile(draft)
  const [hadImage] = useState(image !== null)
  const { storage, submissionId } = useAoiDraft<V>(draft, isNew)
  const form = useDraftForm<V>({
    draft,
    saved: latest,
    storage,
    changesOf: rules.changesOf,
    asksBeforeTakeOver: true,
    fieldOf: slotOf,
    check: (now, changes) =>
      rules.problemsOf(now, {
        changes,
        isNew,
        hasImage: image !== null || (stored !== undefined && !now.removeImage),
      }),
  })
  const { values, initial, set, tell } = form
  const place = usePlaceText(values.place)
  const forget = () => {
    form.forget()
    dropDraftFile(draft)
  }
  const save = useSaveAoi((saved) => {
    forget()
    void toast({ message: saved ? (isNew ? rules.created : rules.updated) : t('eventForm.keptOnDevice') })
  })
  // Fields that keep something of their own begin anew with each round.
  const [round, setRound] = useState(0)

  const saving = (): Saving => {
    const now = form.getValues()
    const files = { file: image ?? undefined }
    const context = { address: place.address }
    if (aoi) {
      const body = rules.changeBody({ initial, now, latest }, context)
      return { isNew: false, params: { number: aoi.number }, body, files }
    }
    const changes = rules.changesOf(initial, now)
    const submission = submissionId(changes, initial)
    const body = rules.createBody(now, { ...context, submission })
    return { isNew: true, body, files, draft: { name: draft, kept: { changes, submission } } }
  }
  const send = async () => {
    // Never settles once the form is closed: `mutate` then calls nobody.
    const saved = await new Promise<Aoi | undefined>((onSuccess, onError) =>
      save.mutate(saving(), { onSuccess, onError }),
    )
    if (saved) onSaved(saved)
    else onKept()
  }

  const isSettled = !save.isPending && !save.isSuccess
  const setRemoveImage = (removeImage: boolean) => set('removeImage', removeImage as V['removeImage'], 'file')
  return {
    values,
    place,
    image,
    /** The image that is there already. */
    stored,
    round,
    isNew,
    isChanged: form.isChanged || image !== null,
    isContinued: form.isContinued || hadImage,
    problem: form.problem,
    save,
    submit: form.submit,
    send,
    discard: () => {
      form.discard()
      dropDraftFile(draft)
    },
    errorOf: (field: string) => form.errorOf(field) as string | undefined,
    tell,
    leave: form.leave,
    change: set,
    chooseImage: (file: File) => {
      setImage(file)
      setRemoveImage(false)
    },
    /** A new picture goes first; the one that is stored already, with a second press. */
    removeImage: () => {
      if (!image) return setRemoveImage(true)
      setImage(null)
      tell('file', undefined)
    },
    /** Someone else changed it since its editing began: shows that too, beside what was touched here. */
    takeOver:
      !isNew && isSettled && form.isOvertaken
        ? () => {
            form.takeOver()
            setRound(round + 1)
          }
        : undefined,
  }
}
export type AoiFormState<V extends CommonValues> = ReturnType<typeof useAoiForm<V>>

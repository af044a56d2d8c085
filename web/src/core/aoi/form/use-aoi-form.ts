import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aoi, aoiApi, CallInput, FieldProblems } from '#contract'
import { usePlaceText } from '../../../map/places/place-text.ts'
import { dropDraftFile, useDraftFile } from '../../../ui/forms/draft-file.ts'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { slotOf } from './Slot.tsx'
import { type Saving, useSaveAoi } from './save.ts'
import { type CommonValues, type SubmissionId, useAoiDraft } from './state.ts'

export type FormRules<V> = {
  valuesOf: (aoi: Aoi | undefined) => V
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
  created: string
  updated: string
}

type Options<V> = {
  draft: string
  aoi: Aoi | undefined
  rules: FormRules<V>
  onSaved: (aoi: Aoi) => void
  onKept: () => void
}

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
  const { values, initial, set, setFieldProblem } = form
  const place = usePlaceText(values.place)
  const forget = () => {
    form.forget()
    dropDraftFile(draft)
  }
  const save = useSaveAoi((saved) => {
    forget()
    void toast({ message: saved ? (isNew ? rules.created : rules.updated) : t('eventForm.keptOnDevice') })
  })
  // React key that remounts fields with local state.
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
    // Stays pending if the form was closed, because `mutate` then skips its callbacks.
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
    setFieldProblem,
    leave: form.leave,
    change: set,
    chooseImage: (file: File) => {
      setImage(file)
      setRemoveImage(false)
      setFieldProblem('file', undefined)
    },
    /** Removes the new image, or the stored image if there is no new one. */
    removeImage: () => {
      if (!image) return setRemoveImage(true)
      setImage(null)
      setFieldProblem('file', undefined)
    },
    /** Loads the values of others into untouched fields. Undefined unless someone else changed the AOI meanwhile. */
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

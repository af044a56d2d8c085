import { useTranslation } from 'react-i18next'
import type { Aoi, EventType, Region } from '#contract'
import { useAoiForm } from './use-aoi-form.ts'
import { changeBody, changesOf, createBody, emptyValues, problemsOf, type Values, valuesOf } from './values.ts'

export type EventFormOptions = {
  draft: string
  aoi?: Aoi | undefined
  serviceId: string
  types: readonly EventType[]
  regions: readonly Region[]
  onSaved: (aoi: Aoi) => void
  onKept: () => void
}

export const useEventForm = ({ draft, aoi, serviceId, types, regions, onSaved, onKept }: EventFormOptions) => {
  const { t } = useTranslation()
  const typeOf = ({ publicAction }: Values) => types.find(({ _id }) => _id === publicAction.id)
  const form = useAoiForm<Values>({
    draft,
    aoi,
    onSaved,
    onKept,
    rules: {
      valuesOf: (one) => (one ? valuesOf(one, regions) : emptyValues),
      changesOf,
      problemsOf: (now, check) => problemsOf(now, { ...check, type: typeOf(now) }),
      createBody: (now, context) => createBody(now, { ...context, type: typeOf(now), serviceId }),
      changeBody: ({ initial, now, latest }, context) =>
        changeBody(initial, now, latest, { ...context, type: typeOf(now) }),
      created: t('eventForm.created'),
      updated: t('eventForm.updated'),
    },
  })
  const { publicAction } = form.values
  return {
    ...form,
    type: typeOf(form.values),
    chooseType: (id: string) => {
      const questions = types.find(({ _id }) => _id === id)?.fields ?? []
      const defaults = Object.fromEntries(questions.flatMap(({ _id, value }) => (value ? [[_id, value]] : [])))
      form.change('publicAction', { id, fields: { ...defaults, ...publicAction.fields } })
    },
    answer: (questionId: string, value: string, slot: string) =>
      form.change('publicAction', { ...publicAction, fields: { ...publicAction.fields, [questionId]: value } }, slot),
  }
}
export type EventFormState = ReturnType<typeof useEventForm>

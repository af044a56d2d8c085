import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, type Metric, Problem } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { toast } from '../../ui/overlays/toast.ts'
import type { MetricChoices } from './choices.ts'
import { useSaveMetric } from './data.ts'
import { checked, emptyMetric, type MetricValues, newCondition, normalise, valuesOf } from './values.ts'

type Options = {
  draft: string
  metric: Metric | undefined
  choices: MetricChoices
  onSaved: (metric: Metric) => void
}

const withoutKeys = ({ conditions, ...values }: MetricValues) =>
  JSON.stringify({ ...values, conditions: conditions.map(({ key: _, ...condition }) => condition) })

export const useMetricForm = ({ draft, metric, choices, onSaved }: Options) => {
  const { t } = useTranslation()
  const [initial] = useState(() => (metric ? valuesOf(metric) : emptyMetric))
  const [values, setValues] = useState(() => {
    const { conditions = initial.conditions, ...draftValues } = readDraft<MetricValues>(draft)
    return { ...initial, ...draftValues, conditions: conditions.map((condition) => newCondition({ ...condition })) }
  })
  const [problems, setProblems] = useState<FieldProblems>({})
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveMetric()
  const isChanged = withoutKeys(values) !== withoutKeys(initial)

  const questionsOf = (typeIds: string[]) =>
    choices.types.filter(({ _id }) => typeIds.includes(_id)).flatMap(({ fields }) => fields.map(({ _id }) => _id))

  const change = (next: MetricValues, ...fields: string[]) => {
    const now = normalise(next, questionsOf)
    setValues(now)
    keepDraft(draft, now)
    const isTouched = (field: string) => fields.some((name) => field === name || field.startsWith(`${name}.`))
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !isTouched(field))))
  }

  const showProblems = (next: FieldProblems) => {
    setProblems(next)
    // In the next frame, when React has rendered the errors.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const send = async () => {
    const { body, problems: invalid } = checked(values, choices.actions)
    if (!body) return showProblems(invalid)
    try {
      const saved = await save.mutateAsync({ id: metric?._id, body })
      dropDraft(draft)
      void toast({ message: t(metric ? 'metric.updated' : 'metric.created', { name: nameOf(saved) }) })
      onSaved(saved)
    } catch (error) {
      if (error instanceof Problem && error.fields) showProblems(error.fields)
    }
  }

  return {
    element,
    values,
    change,
    /** Shows the field's error on blur. */
    leave: (field: string) => {
      const problem = checked(values, choices.actions).problems?.[field]
      if (problem) setProblems({ ...problems, [field]: problem })
    },
    errorOf: (field: string) => {
      const problem = problems[field]
      return problem && t(problem)
    },
    send,
    save,
    isChanged,
    isToldByField: Object.keys(problems).length > 0,
    forget: () => dropDraft(draft),
  }
}

export type MetricFormState = ReturnType<typeof useMetricForm>

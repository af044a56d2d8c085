import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblems } from '#contract'
import { afterPress } from '../browser/after-press.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { fieldErrors } from './form.ts'
import { useOpenForm } from './open-form.ts'
import { useTakeOver } from './use-take-over.ts'

type Options<V extends object> = {
  /** The name under which what was typed is kept. */
  draft: string
  /** What is saved, or what a new one begins with. */
  saved: V
  check: (values: V) => FieldProblems
}

const changesIn = <V extends object>(values: V, saved: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof V])),
  ) as Partial<V>

export type DraftForm<V extends object> = ReturnType<typeof useDraftForm<V>>

/**
 * A form that loses nothing: what was changed is kept when its panel closes, until it is saved or discarded. Only what
 * was changed is kept and sent; what others save meanwhile is taken over where nothing was changed here.
 */
export const useDraftForm = <V extends object>({ draft, saved, check }: Options<V>) => {
  const { t } = useTranslation()
  useOpenForm()
  const [problem, setProblem] = useState<unknown>()
  const [base, setBase] = useState(saved)
  const form: UseFormReturnType<V> = useForm<V>({
    mode: 'controlled',
    initialValues: { ...saved, ...readDraft<V>(draft) },
    validate: (values) =>
      Object.fromEntries(Object.entries(check(values)).map(([field, code]) => [field, t(code)])) as never,
    onValuesChange: (values) => keepDraft(draft, changesIn(values, base)),
  })
  const changes = changesIn(form.values, base)
  useTakeOver(saved, base, () => {
    const values = { ...saved, ...changes }
    setBase(saved)
    form.setValues(values)
    // What others saved is no draft of ours.
    keepDraft(draft, changesIn(values, saved))
  })

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    form.setFieldValue(name, value as never)
    form.clearFieldError(name)
  }
  return {
    values: form.values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    problem,
    set,
    errorOf: (path: string) => form.errors[path],
    leave: (path: keyof V & string) => afterPress(() => form.validateField(path)),
    forget: () => {
      dropDraft(draft)
      setBase(form.values)
    },
    discard: () => {
      form.setValues(saved)
      form.clearErrors()
      setProblem(undefined)
      dropDraft(draft)
    },
    /** Sends what is right; what the server says about single fields is shown under them. */
    submit: (send: () => Promise<unknown>) =>
      form.onSubmit(
        async (_values, event) => {
          const element = event?.currentTarget as HTMLElement | null | undefined
          setProblem(undefined)
          try {
            await send()
          } catch (error) {
            form.setErrors(fieldErrors(error, t))
            setProblem(error)
            focusFirstError(element)
          }
        },
        (_errors, _values, event) => focusFirstError(event?.currentTarget as HTMLElement | null | undefined),
      ),
  }
}

/** The errors stand in the page once React has shown them. */
const focusFirstError = (form: HTMLElement | null | undefined) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus())

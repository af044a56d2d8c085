import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem, FieldProblems } from '#contract'
import { afterPress } from '../browser/after-press.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { fieldProblemsOf, fieldText, fieldTexts } from './form.ts'
import { useOpenForm } from './open-form.ts'
import { useFocusProblem } from './use-focus-problem.ts'
import { useTakeOver } from './use-take-over.ts'

/** How a draft is stored. `read` returns no changes where there is no draft. */
export type DraftStorage<V> = {
  read: () => { changes?: Partial<V> | undefined; initial?: V | undefined }
  keep: (changes: Partial<V>, initial: V) => void
}

type Options<V extends object> = {
  /** The name under which what was typed is kept. */
  draft: string
  /** What is saved, or what a new one begins with. */
  saved: V
  check: (values: V, changes: Partial<V>) => FieldProblems
  /** What of `now` differs from `initial`; field by field where it is left out. */
  changesOf?: (initial: V, now: V) => Partial<V>
  /** The changes alone are stored where it is left out. */
  storage?: DraftStorage<V>
  /** What others save is offered as `takeOver`, and not taken over at once. */
  asksBeforeTakeOver?: boolean
  /** The field under which the problem of a part is shown; the part's own name where it is left out. */
  fieldOf?: (part: string) => string
}

const changesIn = <V extends object>(initial: V, now: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof V])),
  ) as Partial<V>

const storeChanges = <V extends object>(draft: string): DraftStorage<V> => ({
  read: () => {
    const changes = readDraft<V>(draft)
    return Object.keys(changes).length > 0 ? { changes } : {}
  },
  keep: (changes) => keepDraft(draft, changes),
})

/** The names of the values of one type. */
type NamesOf<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string]

export type DraftForm<V extends object> = ReturnType<typeof useDraftForm<V>>

/**
 * A form that loses nothing: what was changed is kept when its panel closes, until it is saved or discarded. Only what
 * was changed is kept and sent; what others save meanwhile is taken over where nothing was changed here.
 */
export const useDraftForm = <V extends object>(options: Options<V>) => {
  const {
    draft,
    saved,
    check,
    changesOf = changesIn,
    storage = storeChanges<V>(draft),
    fieldOf = (part) => part,
  } = options
  const { t } = useTranslation()
  useOpenForm()
  const [stored] = useState(storage.read)
  const [problem, setProblem] = useState<unknown>()
  const [initial, setInitial] = useState(stored.initial ?? saved)
  const form: UseFormReturnType<V> = useForm<V>({
    mode: 'controlled',
    // One field at a time: what is wrong with the others stays said.
    clearInputErrorOnChange: false,
    initialValues: { ...initial, ...stored.changes },
    validate: (values) => errorsOf(problemsOf(values)) as never,
    onValuesChange: (values) => keep(changesOf(initial, values), initial),
  })
  const { element, focusProblem } = useFocusProblem(form.errors)
  const changes = changesOf(initial, form.values)

  const keep = (changed: Partial<V>, from: V) =>
    Object.keys(changed).length > 0 ? storage.keep(changed, from) : dropDraft(draft)
  const problemsOf = (values: V) => check(values, changesOf(initial, values))
  const errorsOf = (problems: FieldProblems) =>
    fieldTexts(Object.fromEntries(Object.entries(problems).map(([part, code]) => [fieldOf(part), code])), t)
  const setFieldProblem = (field: string, code: FieldProblem | undefined) =>
    form.setFieldError(field, code ? fieldText(code, t) : null)
  const takeOver = () => {
    const values = { ...saved, ...changes }
    setInitial(saved)
    form.setValues(values)
    // What others saved is no draft of ours.
    keep(changesOf(saved, values), saved)
  }
  const set = <K extends keyof V & string>(name: K, value: V[K], field: string = name) => {
    form.setFieldValue(name, value as never)
    form.clearFieldError(field)
  }
  const errorOf = (field: string) => form.errors[field]
  const leave = (field: string) => afterPress(() => setFieldProblem(field, problemsOf(form.getValues())[field]))
  useTakeOver(saved, initial, () => options.asksBeforeTakeOver || takeOver())

  return {
    values: form.values,
    /** As of now, where `values` are as of the last render. */
    getValues: form.getValues,
    /** The values when editing began: what differs from them was touched. */
    initial,
    changes,
    isChanged: Object.keys(changes).length > 0,
    /** Whether the form began with a draft. */
    isContinued: stored.changes !== undefined,
    isOvertaken: Object.keys(changesOf(initial, saved)).length > 0,
    problem,
    /** `field` is where the problem of this value is shown, if not under its own name. */
    set,
    errorOf,
    setFieldProblem,
    /** A field was left: what is wrong with it is said now. */
    leave,
    /** The props of a text field that holds this value and says what is wrong with it when it is left. */
    textField: (name: NamesOf<V, string>) => ({
      value: form.values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, event.currentTarget.value as V[typeof name]),
      onBlur: () => leave(name),
      error: errorOf(name),
    }),
    /** The props of a switch that holds this value. */
    switchField: (name: NamesOf<V, boolean>) => ({
      checked: form.values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
    takeOver,
    /** Nothing is changed any more: the form begins anew with what was saved, which is what it shows unless said otherwise. */
    forget: (values: V = form.getValues()) => {
      setInitial(values)
      form.setValues(values)
      dropDraft(draft)
    },
    discard: () => {
      setInitial(saved)
      form.setValues(saved)
      form.clearErrors()
      setProblem(undefined)
      dropDraft(draft)
    },
    /** Sends what is right; what the server says about single fields is shown under them. */
    submit: (send: () => Promise<unknown>) =>
      form.onSubmit(
        async (_values, event) => {
          element.current = event?.currentTarget ?? element.current
          setProblem(undefined)
          try {
            await send()
          } catch (error) {
            form.setErrors(errorsOf(fieldProblemsOf(error)))
            setProblem(error)
            focusProblem()
          }
        },
        (_errors, _values, event) => {
          element.current = event?.currentTarget ?? element.current
          focusProblem()
        },
      ),
  }
}

import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type FieldProblem, type FieldProblems, fieldProblems, type Translations } from '#contract'
import { afterPress } from '../browser/after-press.ts'
import { toastProblem } from '../overlays/toast.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { fieldProblemsOf, fieldText, fieldTexts, focusProblem } from './form.ts'
import { useOpenForm } from './open-form.ts'

/**
 * Calls `take` when the saved values differ from the form's initial values because someone else, or another window,
 * saved.
 */
const useTakeOver = (saved: object, base: object, take: () => void): void => {
  const now = JSON.stringify(saved)
  const compare = useEffectEvent(() => {
    if (now !== JSON.stringify(base)) take()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved says when to compare
  useEffect(() => compare(), [now])
}

/** Focuses the first field with an error, after errors are rendered. */
const useFocusProblem = (errors: Record<string, ReactNode>) => {
  const element = useRef<HTMLFormElement | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, not with every error that comes and goes
  useEffect(() => {
    if (attempt === 0) return
    // Deferred, because fields are inert and cannot be focused until sending has ended.
    const frame = requestAnimationFrame(() => focusProblem(element.current, (field) => Boolean(errors[field])))
    return () => cancelAnimationFrame(frame)
  }, [attempt])
  return { element, focusProblem: () => setAttempt((count) => count + 1) }
}

/** Storage of a draft. `read` returns no changes if no draft is stored. */
export type DraftStorage<V> = {
  read: () => { changes?: Partial<V> | undefined; initial?: V | undefined }
  keep: (changes: Partial<V>, initial: V) => void
}

type Options<V extends object> = {
  draft: string
  saved: V
  check: (values: V, changes: Partial<V>) => FieldProblems
  changesOf?: (initial: V, now: V) => Partial<V>
  /** Default: stores only the changes, not the initial values. */
  storage?: DraftStorage<V>
  /** Offers changes that others saved as `takeOver` instead of applying them at once. */
  asksBeforeTakeOver?: boolean
  /** Field that shows the problem of a value; by default the field of the same name. */
  fieldOf?: (part: string) => string
}

const changesIn = <V extends object>(initial: V, now: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof V])),
  ) as Partial<V>

/** As `changesOf` of a form whose rows have keys for React. */
export const keyedChanges = <Values extends object>(initial: Values, now: Values): Partial<Values> => {
  const text = (value: unknown) => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
  const changed = Object.entries(now).filter(([name, value]) => text(value) !== text(initial[name as keyof Values]))
  return Object.fromEntries(changed) as Partial<Values>
}

const storeChanges = <V extends object>(draft: string): DraftStorage<V> => ({
  read: () => {
    const changes = readDraft<V>(draft)
    return Object.keys(changes).length > 0 ? { changes } : {}
  },
  keep: (changes) => keepDraft(draft, changes),
})

/** As `check` of a form: the problems of a schema and of the rules that it cannot express. */
export const draftCheck =
  <V>(schema: z.ZodType, rules: (values: V) => FieldProblems) =>
  (values: V): FieldProblems => {
    const { error } = schema.safeParse(values)
    return { ...rules(values), ...(error && fieldProblems(error)) }
  }

type NamesOf<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string]

export type DraftForm<V extends object> = ReturnType<typeof useDraftForm<V>>

/**
 * A form that stores its changes as a draft until they are saved or discarded. Stores and sends only changed fields;
 * changes that others save meanwhile are applied to unchanged fields.
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
    // By default Mantine clears all errors on the first change; here each field clears its own.
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
    // Stores only the changes made in this form, not those made by others.
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
    getValues: form.getValues,
    initial,
    changes,
    isChanged: Object.keys(changes).length > 0,
    isContinued: stored.changes !== undefined,
    isOvertaken: Object.keys(changesOf(initial, saved)).length > 0,
    problem,
    /** `field`: the field that shows the problem of this value; by default the one of the same name. */
    set,
    errorOf,
    setFieldProblem,
    /** Called on blur, to show the field's problem. */
    leave,
    textField: (name: NamesOf<V, string>) => ({
      value: form.values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, event.currentTarget.value as V[typeof name]),
      onBlur: () => leave(name),
      error: errorOf(name),
    }),
    translations: () => ({
      translations: (form.values as { translations?: Translations }).translations ?? {},
      onTranslate: (translations: Translations) => set('translations' as never, translations as never),
    }),
    switchField: (name: NamesOf<V, boolean>) => ({
      checked: form.values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
    takeOver,
    /** Takes `values` (default: the current ones) as the new initial values and deletes the draft. */
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
            void toastProblem(error)
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

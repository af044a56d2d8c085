import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldProblems,
  type LngLat,
  Problem,
  type PublicPage,
  type PublicType,
  type SentReport,
  visitorApi,
} from '#contract'
import { upload } from '../../../api/upload.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { dropDraft, keepDraft, readDraft } from '../../../ui/forms/draft.ts'
import { dropDraftFile, keepDraftFile, readDraftFile } from '../../../ui/forms/draft-file.ts'
import { fieldText, focusProblem } from '../../../ui/forms/form.ts'
import { loadFollowPage } from '../load-follow-page.ts'
import { attemptFor, bodyOf, emptyValues, problemsOf, type SubmissionId, type Values } from './values.ts'

type Draft = { values: Values; attempt: SubmissionId }

/** State of a report's form. A draft is stored on the device until the server has accepted the report. */
export const useReportForm = (
  { page, token, type, at }: { page: PublicPage; token: string; type: PublicType; at: LngLat | null },
  onSent: (report: SentReport) => void,
) => {
  const { t } = useTranslation()
  // Each place of a poster has its own draft.
  const draft = `visitor.${token}.${type._id}${at ? `.${at}` : ''}`
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const isBusy = useRef(false)
  const [values, setValues] = useState<Values>(() => startOf(page, at, readDraft<Draft>(draft).values))
  const [photo, setPhoto] = useState(() => readDraftFile(draft))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState<number>()

  const change = (changes: Partial<Values>, field: string) => {
    const next = { ...values, ...changes }
    setValues(next)
    keepDraft(draft, { ...readDraft<Draft>(draft), values: next })
    setFieldProblem(field, undefined)
  }
  const setFieldProblem = (field: string, problem: FieldProblems[string] | undefined) =>
    setProblems(({ [field]: _, ...others }) => (problem ? { ...others, [field]: problem } : others))
  const choosePhoto = (file: File | null) => {
    setPhoto(file)
    setFieldProblem('file', undefined)
    if (file) void keepDraftFile(draft, file)
    else dropDraftFile(draft)
  }
  const showProblems = (problems: FieldProblems) => {
    setProblems(problems)
    focusProblem(form.current, (field) => field in problems)
  }

  const send = async () => {
    // A second click may come before the button is disabled.
    if (isBusy.current) return
    const invalid = problemsOf(values, type, photo !== null)
    if (Object.keys(invalid).length > 0) return showProblems(invalid)
    isBusy.current = true
    // Preloads the next page. A failure is shown when that page opens.
    loadFollowPage().catch(() => {})
    setSent(0)
    setFailure(undefined)
    const attempt = attemptFor(values, readDraft<Draft>(draft).attempt)
    keepDraft(draft, { values, attempt })
    const body = bodyOf(values, type, { ...attempt, language: currentLanguage(), website: trap.current?.value ?? '' })
    try {
      const report = await upload(
        visitorApi.report,
        { params: { link: token }, body, files: { file: photo ?? undefined } },
        setSent,
      )
      dropDraft(draft)
      dropDraftFile(draft)
      onSent(report)
    } catch (problem) {
      if (trap.current) trap.current.value = ''
      setFailure(problem)
      if (problem instanceof Problem && problem.fields) showProblems(problem.fields)
    } finally {
      isBusy.current = false
      setSent(undefined)
    }
  }

  return {
    form,
    trap,
    values,
    photo,
    failure,
    sent,
    change,
    choosePhoto,
    send,
    setFieldProblem,
    errorOf: (field: string) => {
      const problem = problems[field]
      return problem && fieldText(problem, t)
    },
    /** Called on blur. Shows an invalid value at once, but a missing value only on submit. */
    leave: (field: string) => {
      const problem = problemsOf(values, type, photo !== null)[field]
      if (problem && problem !== 'form.required') setFieldProblem(field, problem)
    },
  }
}
export type ReportFormState = ReturnType<typeof useReportForm>

/** Initial values: the draft, else the link's place and the known visitor's details. */
const startOf = ({ visitor }: PublicPage, at: LngLat | null, draftValues: Values | undefined): Values => ({
  ...emptyValues,
  place: at && { at },
  ...(visitor && { firstName: visitor.firstName, lastName: visitor.lastName, phone: visitor.phone }),
  ...draftValues,
})

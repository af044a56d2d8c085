import {
  type CallInput,
  type FieldProblems,
  type Language,
  type LngLat,
  type PublicType,
  publicReportProblems,
  type visitorApi,
} from '#contract'
import { newKey, type ReportTwins } from '../data.ts'

export type ReporterDetails = { firstName: string; lastName: string; phone: string }
export const noReporter: ReporterDetails = { firstName: '', lastName: '', phone: '' }

export type Values = ReporterDetails &
  ReportTwins & {
    fields: Record<string, string>
    description: string
    /** `isFromDevice`: the device's position, not chosen by hand. */
    place: { at: LngLat; address?: string; isFromDevice?: true } | null
    isAnonymous: boolean
  }

export const emptyValues: Values = { ...noReporter, fields: {}, description: '', place: null, isAnonymous: false }

const answersTo = (type: PublicType, fields: Values['fields']) =>
  type.fields.flatMap(({ _id }) => {
    const value = fields[_id]?.trim()
    return value ? [{ _id, value }] : []
  })

/** Any notation of a phone number; the same rule as on the server. */
const PHONE = /^\+?[\d\s().-]{5,40}$/

export const REPORTER_NAME_MAX = 100

export const whoProblems = ({ firstName, lastName, phone }: ReporterDetails): FieldProblems => ({
  ...(firstName.length > REPORTER_NAME_MAX && { firstName: 'form.tooLong' as const }),
  ...(lastName.length > REPORTER_NAME_MAX && { lastName: 'form.tooLong' as const }),
  ...(phone.trim() !== '' && !PHONE.test(phone.trim()) && { phone: 'form.phone' as const }),
})

export const problemsOf = (values: Values, type: PublicType, hasImage: boolean): FieldProblems => ({
  ...(!values.isAnonymous && whoProblems(values)),
  ...publicReportProblems({ ...values, answers: answersTo(type, values.fields), hasImage }, type),
  ...(!values.place && { startCoordinates: 'form.required' as const }),
})

/**
 * Created at the first attempt and stored until the report is accepted, so that retries are idempotent. A changed name
 * or phone number makes a new report.
 */
export type SubmissionId = { nonce: string; key: string; creationTime: number; who: string }

const whoOf = ({ isAnonymous, firstName, lastName, phone }: Values): string =>
  isAnonymous ? '' : [firstName, lastName, phone].map((text) => text.trim()).join('\n')

export const attemptFor = (values: Values, earlier: SubmissionId | undefined): SubmissionId => {
  const who = whoOf(values)
  if (earlier?.who === who) return earlier
  const now = Date.now()
  return { nonce: String(now), key: newKey(), creationTime: now, who }
}

type Body = CallInput<typeof visitorApi.report>['body']

export const bodyOf = (
  values: Values,
  type: PublicType,
  sent: SubmissionId & { language: Language; website: string },
): Body => {
  const { who: _, ...attempt } = sent
  return {
    publicAction: JSON.stringify({ publicActionId: type._id, fields: answersTo(type, values.fields) }),
    startCoordinates: JSON.stringify(values.place?.at ?? null),
    description: values.description,
    isAnonymous: String(values.isAnonymous),
    ...(!values.isAnonymous && { firstName: values.firstName, lastName: values.lastName, phone: values.phone }),
    ...(values.sameAs && { sameAs: JSON.stringify(values.sameAs) }),
    ...(values.differsFrom?.length && { differsFrom: JSON.stringify(values.differsFrom) }),
    ...attempt,
  }
}

import {
  type Aoi,
  type aoiApi,
  type CallInput,
  type EventType,
  eventProblems,
  type FieldProblems,
  type Region,
} from '#contract'
import { commonProblems, placeParts, placeValues } from './common-values.ts'
import type { CommonValues, SubmissionId } from './state.ts'

export type Values = CommonValues & {
  publicAction: { id: string; fields: Record<string, string> }
  localMaps: Aoi['localMaps']
  suggestedName: string
  sameAs: { id: string; label: string } | undefined
  differsFrom: string[]
}

export const emptyValues: Values = {
  name: '',
  publicAction: { id: '', fields: {} },
  place: null,
  region: '',
  localMaps: [],
  description: '',
  removeImage: false,
  suggestedName: '',
  sameAs: undefined,
  differsFrom: [],
}

export const valuesOf = (aoi: Aoi, regions: readonly Region[]): Values => {
  const { name, description, publicAction } = aoi.properties
  return {
    name,
    publicAction: {
      id: publicAction?._id ?? '',
      fields: Object.fromEntries(publicAction?.fields.map(({ _id, value }) => [_id, value]) ?? []),
    },
    ...placeValues(aoi, regions),
    localMaps: aoi.localMaps,
    description,
    removeImage: false,
    suggestedName: '',
    sameAs: undefined,
    differsFrom: [],
  }
}

const withoutBlanks = (fields: Record<string, string>) =>
  Object.entries(fields)
    .filter(([, value]) => value.trim() !== '')
    .toSorted(([a], [b]) => a.localeCompare(b))

/** Normalised for comparison: missing and blank texts are equal, and places are compared by coordinates. */
const comparable = (values: Values) => ({
  ...values,
  name: values.name.trim(),
  publicAction: { id: values.publicAction.id, fields: withoutBlanks(values.publicAction.fields) },
  place: values.place?.at,
})

/** The fields that differ from the initial values. Only these are stored as the draft and sent by an edit. */
export const changesOf = (initial: Values, now: Values): Partial<Values> => {
  const before = comparable(initial)
  const after = comparable(now)
  const isTouched = (field: keyof Values) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return Object.fromEntries(Object.entries(now).filter(([field]) => isTouched(field as keyof Values)))
}

type Check = {
  changes: Partial<Values>
  isNew: boolean
  type: EventType | undefined
  hasImage: boolean
}

/** Checks the server's rules; in an edit, only for changed fields. */
export const problemsOf = (values: Values, { changes, isNew, type, hasImage }: Check): FieldProblems => {
  const problems = commonProblems(values)
  if (isNew || changes.publicAction)
    Object.assign(problems, eventProblems({ type, answers: answersTo(type, values.publicAction.fields), hasImage }))
  else if (changes.removeImage && type?.isPhotoRequired && !hasImage) problems.file = 'form.required'
  return problems
}

export const answersTo = (type: EventType | undefined, fields: Record<string, string>) =>
  (type?.fields ?? []).flatMap(({ _id }) => {
    const value = fields[_id]?.trim()
    return value ? [{ _id, value }] : []
  })

const parts = (
  { name, publicAction, place, region, localMaps, description }: Partial<Values>,
  { type, address }: { type: EventType | undefined; address: string | undefined },
) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(publicAction && {
    publicAction: JSON.stringify({
      publicActionId: publicAction.id,
      fields: answersTo(type, publicAction.fields),
    }),
  }),
  ...placeParts({ place, region }, address),
  ...(localMaps && { localMaps: JSON.stringify(localMaps) }),
  ...(description !== undefined && { description }),
})

type CreateBody = CallInput<typeof aoiApi.create>['body']
type ChangeBody = CallInput<typeof aoiApi.change>['body']

type BodyContext = { type: EventType | undefined; address: string | undefined }

export const createBody = (
  values: Values,
  context: BodyContext & { serviceId: string; submission: SubmissionId },
): CreateBody => {
  const { region, localMaps } = values
  return {
    ...parts({ ...values, region: region || undefined, localMaps: localMaps.length ? localMaps : undefined }, context),
    name: values.name.trim(),
    type: 'default',
    startCoordinates: JSON.stringify([...(values.place?.at ?? []), 1]),
    forSensors: 'false',
    serviceId: context.serviceId,
    ...(values.sameAs && { sameAs: values.sameAs.id }),
    ...(values.differsFrom.length > 0 && { differsFrom: JSON.stringify(values.differsFrom) }),
    ...context.submission,
  }
}

/** An edit of one answer sends all answers, the untouched ones with their latest values. */
export const changeBody = (initial: Values, now: Values, latest: Values, context: BodyContext): ChangeBody => {
  const changes = changesOf(initial, now)
  const { publicAction } = changes
  if (publicAction && publicAction.id === latest.publicAction.id)
    changes.publicAction = { id: publicAction.id, fields: mergedAnswers(initial, now, latest) }
  return { ...parts(changes, context), ...(changes.removeImage && { removeImage: 'true' }) }
}

const mergedAnswers = (initial: Values, now: Values, latest: Values): Record<string, string> => {
  const fields = { ...latest.publicAction.fields }
  for (const [id, value] of Object.entries(now.publicAction.fields))
    if (value !== (initial.publicAction.fields[id] ?? '')) fields[id] = value
  return fields
}

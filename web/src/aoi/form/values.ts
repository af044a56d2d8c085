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

/** What the form of an event holds, apart from its image. */
export type Values = CommonValues & {
  publicAction: { id: string; fields: Record<string, string> }
  localMaps: Aoi['localMaps']
}

export const emptyValues: Values = {
  name: '',
  publicAction: { id: '', fields: {} },
  place: null,
  region: '',
  localMaps: [],
  description: '',
  removeImage: false,
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
  }
}

const withoutBlanks = (fields: Record<string, string>) =>
  Object.entries(fields)
    .filter(([, value]) => value.trim() !== '')
    .toSorted(([a], [b]) => a.localeCompare(b))

/** What counts as the same: a blank answer is none, and a place is where it is, whatever it is called. */
const comparable = (values: Values) => ({
  ...values,
  name: values.name.trim(),
  publicAction: { id: values.publicAction.id, fields: withoutBlanks(values.publicAction.fields) },
  place: values.place?.at,
})

/** Only what is different from how it began: this is kept as a draft, and this alone is sent by an edit. */
export const changesOf = (initial: Values, now: Values): Partial<Values> => {
  const [before, after] = [comparable(initial), comparable(now)]
  const isTouched = (field: keyof Values) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return Object.fromEntries(Object.entries(now).filter(([field]) => isTouched(field as keyof Values)))
}

type Check = {
  /** What is sent; all of it where the event is new. */
  changes: Partial<Values>
  isNew: boolean
  type: EventType | undefined
  /** Whether the event will have an image. */
  hasImage: boolean
}

/** By the same rules as on the server. An edit answers only for what it touches. */
export const problemsOf = (values: Values, { changes, isNew, type, hasImage }: Check): FieldProblems => {
  const problems = commonProblems(values)
  if (isNew || changes.publicAction)
    Object.assign(problems, eventProblems({ type, answers: answersTo(type, values.publicAction.fields), hasImage }))
  else if (changes.removeImage && type?.isPhotoRequired && !hasImage) problems.file = 'form.required'
  return problems
}

const answersTo = (type: EventType | undefined, fields: Record<string, string>) =>
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
    startCoordinates: JSON.stringify([...(values.place?.at ?? []), 1]),
    forSensors: 'false',
    serviceId: context.serviceId,
    ...context.submission,
  }
}

/** Answers go together: those that were not touched are sent as they are by now, not as they were when editing began. */
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

import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/db/id.ts'
import { formOf } from './server.ts'

export type TestEventType = { id: string; questions: string[] }

export const addEventType = async (
  db: Db,
  service: { id: string },
  {
    name,
    questions = [],
    ...more
  }: { name: string; questions?: string[]; responsibleRoleId?: string; isPhotoRequired?: boolean; anonymous?: boolean },
): Promise<TestEventType> => {
  const id = newId()
  await db
    .insertInto('eventType')
    .values({ id, serviceId: service.id, name, ...more })
    .execute()
  const ids: string[] = []
  for (const [sortOrder, question] of questions.entries()) {
    const questionId = newId()
    await db.insertInto('question').values({ id: questionId, eventTypeId: id, name: question, sortOrder }).execute()
    ids.push(questionId)
  }
  return { id, questions: ids }
}

type HeldRow = { serviceId: string; eventTypeId: string; roleId?: string }

export const addHeldReport = async (db: Db, { serviceId, eventTypeId, roleId }: HeldRow): Promise<string> => {
  const id = newId()
  const draft = { name: 'Water', type: 'default', description: '', startCoordinates: { lng: 0, lat: 0, altitude: 1 } }
  const publicAction = { publicActionId: eventTypeId, fields: [] }
  await db
    .insertInto('heldReport')
    .values({
      id,
      serviceId,
      eventTypeId,
      roleId: roleId ?? null,
      isAnonymous: true,
      draft: JSON.stringify({ ...draft, forSensors: false, publicAction }),
      nonce: Date.now(),
      contentHash: Buffer.from(id),
    })
    .execute()
  return id
}

type Part = string | { bytes: Uint8Array; name: string; type: string }

export const reportForm = (type: TestEventType, more: Record<string, unknown> = {}) => {
  const parts: Record<string, unknown> = {
    name: 'A report',
    type: 'default',
    startCoordinates: [-122.4, 37.8, 1],
    forSensors: 'false',
    publicAction: { publicActionId: type.id, fields: type.questions.map((_id) => ({ _id, value: 'knee' })) },
    ...more,
  }
  const asText = (value: unknown): Part =>
    typeof value === 'string' || (typeof value === 'object' && value !== null && 'bytes' in value)
      ? (value as Part)
      : JSON.stringify(value)
  return formOf(
    Object.fromEntries(
      Object.entries(parts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, asText(value)]),
    ),
  )
}

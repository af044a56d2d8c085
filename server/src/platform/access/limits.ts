import { Problem } from '#contract'
import type { Db } from '../db/database.ts'

type IdsOf = (db: Db, serviceId: string) => Promise<readonly { _id: string }[]>

/** The event types and regions of a service, to which tokens and webhooks can be limited. */
export type LimitChoices = { typesOf: IdsOf; regionsOf: IdsOf }

type Limits = { eventTypes?: string[] | null | undefined; regions?: string[] | null | undefined }

const requireAmong = async (
  field: string,
  ids: readonly string[] | null | undefined,
  read: () => ReturnType<IdsOf>,
) => {
  if (!ids) return
  const known = new Set((await read()).map(({ _id }) => _id))
  if (!ids.every((id) => known.has(id))) throw new Problem('invalid', { fields: { [field]: 'form.notInList' } })
}

export const checkLimits = async (
  db: Db,
  serviceId: string,
  { eventTypes, regions }: Limits,
  { typesOf, regionsOf }: LimitChoices,
): Promise<void> => {
  await requireAmong('eventTypes', eventTypes, () => typesOf(db, serviceId))
  await requireAmong('regions', regions, () => regionsOf(db, serviceId))
}

import { newAoiSubject } from '../../core/aoi/subject.ts'
import { type Actor, may, mayEver } from '../../platform/access/access.ts'
import type { ImportKind } from './schema.ts'

const mayMake: Record<ImportKind, (actor: Actor) => boolean> = {
  event: () => true,
  activity: () => true,
  region: (actor) => mayEver(actor, 'region.edit'),
  group: (actor) => mayEver(actor, 'community.edit'),
  sensor: (actor) => may(actor, 'sensor.edit', { serviceId: actor.serviceId }),
  sensorArea: (actor) =>
    may(actor, 'aoi.create', newAoiSubject({ forSensors: true }, { serviceId: actor.serviceId, regionId: null })),
  member: (actor) => mayEver(actor, 'member.invite'),
}

/** Whether a member may import items of this kind: needs the right to import and the right to create such items. */
export const mayImport = (actor: Actor, kind: ImportKind): boolean =>
  mayEver(actor, 'import.run') && mayMake[kind](actor)

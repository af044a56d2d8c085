import { type GroupChange, plainName } from '#contract'
import { changeGroup, createGroup, removeGroup } from '../../../core/community/actions.ts'
import * as imported from '../../../core/community/imported.ts'
import { Turns } from '../../../platform/kit/slices.ts'
import type { Decision } from './decide.ts'
import { changed, created, missing, type RecordKind, rejected, withoutRepeats } from './record.ts'
import type { Reading } from './values.ts'

type Found = imported.StoredGroup

/** The fields of a group that a row changes, with their old values. An empty cell changes nothing. */
const changesOf = ({ values: { description, address, place } }: Reading, group: Found) => {
  const [change, before]: [GroupChange, GroupChange] = [{}, {}]
  if (description && description.html !== group.descriptionHtml) {
    change.description = description.html
    before.description = group.descriptionHtml
  }
  if (address && address !== group.address) {
    change.location = address
    before.location = group.address
  }
  if (place && place.join() !== group.position?.join()) {
    change.position = place
    before.position = group.position
  }
  return { change, before }
}

const keyOf = (communityId: string | undefined, name: string) => `${communityId} ${plainName(name)}`

const fieldOf: Record<string, string> = { description: 'description', location: 'address', position: 'place' }

/** Rows refer to groups by community and name. */
export const groups: RecordKind = {
  decide: async (db, readings, { serviceId, context, mapping, author }) => {
    const byName = new Map<string, Found>()
    const turns = new Turns()
    for (const group of await imported.storedGroups(db, serviceId)) {
      await turns.next()
      byName.set(keyOf(group.communityId, group.name), group)
    }
    const communityOf = ({ values }: Reading) => values.community ?? context.communityById.get(mapping.community ?? '')
    return withoutRepeats(
      readings,
      'name',
      (reading) => reading.values.name && keyOf(communityOf(reading)?._id, reading.values.name),
      (reading): Decision => {
        const { name, description, address, place } = reading.values
        const community = communityOf(reading)
        const found = byName.get(keyOf(community?._id, name ?? ''))
        const lacking = [
          ...(name ? [] : [missing('name')]),
          ...(community ? [] : [missing('community')]),
          ...(found || description ? [] : [missing('description')]),
          ...(found || address ? [] : [missing('address')]),
        ]
        if (!name || !community || lacking.length + reading.reasons.length > 0) return rejected(reading, lacking)
        if (!found) {
          const group = {
            name,
            communityId: community._id,
            translations: {},
            description: description?.html ?? '',
            location: address ?? '',
            position: place ?? null,
          }
          return created(reading, (own) => createGroup(own, serviceId, group, author.id))
        }
        const { change, before } = changesOf(reading, found)
        const fields = Object.keys(change).map((field) => fieldOf[field] ?? field)
        return changed(reading, { id: found.id, fields, before }, (own) =>
          changeGroup(own, { _id: found.id, serviceId }, change),
        )
      },
    )
  },

  changedAt: (db, _, ids) => imported.changedAt(db, ids),

  undo: async (db, serviceId, rows) => {
    const now = await imported.changedAt(db, rows.map(({ id }) => id)) // biome-ignore format: one call
    const kept: string[] = []
    for (const { id, outcome, writtenAt, before } of rows) {
      if (!now.has(id)) continue
      if (now.get(id) !== writtenAt || (outcome === 'new' && (await imported.isUsed(db, id)))) kept.push(id)
      else if (outcome === 'new') await removeGroup(db, id)
      else await changeGroup(db, { _id: id, serviceId }, before as GroupChange)
    }
    await imported.publishGroups(db, serviceId)
    return kept
  },

  publish: (db, serviceId) => imported.publishGroups(db, serviceId),
}

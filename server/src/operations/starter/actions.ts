import { type Language, RuleDraft, type RuleTrigger, type StarterSetName, translationsFrom } from '#contract'
import type {
  StarterAction,
  StarterEventType,
  StarterQuestion,
  StarterRule,
  StarterSet,
  Text,
} from '#contract/operations/starter/sets/set.ts'
import { starterSets } from '#contract/operations/starter/sets.ts'
import * as rules from '../../alarms/rule/queries.ts'
import * as actions from '../../core/action/queries.ts'
import * as communities from '../../core/community/queries.ts'
import * as eventTypes from '../../core/event-type/actions.ts'
import { ofService as eventTypesOf } from '../../core/event-type/queries.ts'
import * as metrics from '../../core/metric/queries.ts'
import * as roles from '../../people/role/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import * as starters from './queries.ts'

type Service = { _id: string; mainLanguage: Language }
type NamedItem = { _id: string; name: string }

const isSame = (text: Text, name: string) =>
  Object.values(text).some((one) => one.trim().toLowerCase() === name.trim().toLowerCase())

const questionDraft = (main: Language, { name, kind, choices = [], isRequired }: StarterQuestion) => ({
  name: name[main],
  kind,
  isRequired,
  value: '',
  choices: choices.map((choice) => choice[main]),
  translations: translationsFrom(main, {
    name,
    ...Object.fromEntries(choices.map((choice) => [`choices.${choice[main]}`, choice])),
  }),
})

const paragraph = (text: Text): Text => {
  const tagged = Object.entries(text).map(([language, words]) => [language, `<p>${words}</p>`])
  return Object.fromEntries(tagged) as Text
}

const typeDraft = (main: Language, type: StarterEventType) => {
  const { name, guide, questions, icon, colour, anonymous = false, isPhotoRequired = false } = type
  const words = paragraph(guide)
  return {
    icon,
    colour,
    anonymous,
    isPhotoRequired,
    twinRadiusMetres: 150,
    twinHours: 24,
    name: name[main],
    guide: words[main],
    translations: translationsFrom(main, { name, guide: words }),
    fields: questions.map((question) => questionDraft(main, question)),
    url: null,
    responsibleRole: null,
    unit: 'Number' as const,
    value: '1',
  }
}

const actionDraft = (main: Language, { name, unit, value, isCustomValue = false }: StarterAction) => ({
  name: name[main],
  translations: translationsFrom(main, { name }),
  unit,
  value: typeof value === 'string' ? value : value[main],
  isCustomValue,
  isAutoSharing: false,
  role: null,
  setOfValuesEnabled: false,
  values: [],
})

const MINUTE = 60

const triggerOf = ({ when }: StarterRule, typeIds: readonly string[]): RuleTrigger => {
  if ('sensorSilentHours' in when)
    return {
      type: 'sensor',
      scope: { type: 'all' },
      match: 'all',
      conditions: [{ type: 'silence', seconds: when.sensorSilentHours * 60 * MINUTE }],
      forSeconds: 0,
      clearSeconds: 0,
      noDataSeconds: null,
    }
  const eventTypeIds = [typeIds[when.eventType] ?? '']
  if ('unattendedMinutes' in when) return { type: 'unattended', eventTypeIds, seconds: when.unattendedMinutes * MINUTE }
  const { moreThan, radiusMetres, withinMinutes } = when
  return { type: 'cluster', eventTypeIds, moreThan, radiusMetres, withinSeconds: withinMinutes * MINUTE }
}

const addMissing = async <Thing>(
  things: readonly Thing[],
  textOf: (thing: Thing) => Text,
  present: readonly NamedItem[],
  create: (thing: Thing) => Promise<string>,
): Promise<{ ids: string[]; added: string[] }> => {
  const [ids, added]: [string[], string[]] = [[], []]
  for (const thing of things) {
    const same = present.find(({ name }) => isSame(textOf(thing), name))
    const id = same?._id ?? (await create(thing))
    ids.push(id)
    if (!same) added.push(id)
  }
  return { ids, added }
}

export const applySet = async (db: Db, { _id, mainLanguage }: Service, setName: StarterSetName): Promise<void> => {
  const set: StarterSet = starterSets[setName]
  const nameOf = ({ name }: { name: Text }) => name
  const addedRoles = await addMissing(
    set.roles,
    nameOf,
    await roles.ofServices(db, [_id]),
    ({ name, isViewer = false }) =>
      roles.create(db, _id, {
        name: name[mainLanguage],
        translations: translationsFrom(mainLanguage, { name }),
        isViewer,
        actions: [],
        publicActions: [],
        defaultView: 'MAP',
        defaultMetrics: [],
      }),
  )
  const addedActions = await addMissing(set.actions, nameOf, await actions.ofServices(db, [_id]), (action) =>
    actions.create(db, _id, actionDraft(mainLanguage, action)),
  )
  const addedTypes = await addMissing(set.eventTypes, nameOf, await eventTypesOf(db, _id), (type) =>
    eventTypes.create(db, _id, typeDraft(mainLanguage, type)),
  )
  const addedMetrics = await addMissing(
    set.metrics,
    nameOf,
    await metrics.namesOf(db, _id),
    ({ name, shortName, of }) =>
      metrics.create(db, _id, {
        name: name[mainLanguage],
        shortName: shortName[mainLanguage],
        translations: translationsFrom(mainLanguage, { name, shortName }),
        metricType: 'BY_POSTS',
        metricCountType: 'action' in of ? 'CALCULATE' : 'COUNT_POSTS',
        isAdminOnly: false,
        conditions:
          'action' in of
            ? [{ type: 'BY_ACTION', actionId: addedActions.ids[of.action] ?? '' }]
            : [{ type: 'BY_PUBLIC_ACTION', publicActionIds: [addedTypes.ids[of.eventType] ?? ''] }],
      }),
  )
  const present = (await communities.ofServices(db, [_id])).map((one) => ({ _id: one._id, name: one.title }))
  const addedCommunities = await addMissing(
    set.communities,
    (title) => title,
    present,
    (title) =>
      communities.createCommunity(db, _id, {
        title: title[mainLanguage],
        translations: translationsFrom(mainLanguage, { title }),
      }),
  )
  const addedRules = await addMissing(set.rules, nameOf, await rules.ofService(db, _id), (rule) =>
    rules.create(
      db,
      _id,
      RuleDraft.parse({
        name: rule.name[mainLanguage],
        severity: rule.severity,
        trigger: triggerOf(rule, addedTypes.ids),
      }),
    ),
  )
  const ofKind = (kind: starters.StarterItem['kind'], { added }: { added: string[] }) =>
    added.map((itemId) => ({ kind, itemId }))
  await starters.record(db, _id, setName, [
    ...ofKind('role', addedRoles),
    ...ofKind('action', addedActions),
    ...ofKind('eventType', addedTypes),
    ...ofKind('metric', addedMetrics),
    ...ofKind('community', addedCommunities),
    ...ofKind('rule', addedRules),
  ])
}

const removers: Record<starters.StarterItem['kind'], (db: Db, id: string) => Promise<void>> = {
  rule: rules.remove,
  metric: metrics.remove,
  eventType: eventTypes.remove,
  action: actions.remove,
  role: roles.remove,
  community: communities.removeCommunity,
}

/** Removes the items that a set added. The caller has checked that none of them is in use. */
export const takeBackSet = async (db: Db, serviceId: string, setName: StarterSetName): Promise<void> => {
  const items = await starters.itemsOf(db, serviceId, setName)
  for (const kind of Object.keys(removers) as (keyof typeof removers)[])
    for (const item of items) if (item.kind === kind) await removers[kind](db, item.itemId)
  await starters.forget(db, serviceId, setName)
}

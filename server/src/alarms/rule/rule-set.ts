import { type RawBuilder, sql } from 'kysely'
import {
  type AreaShape,
  type LngLat,
  type RuleSeverity,
  RuleTrigger,
  type SensorRule,
  type SensorTrigger,
  timingOf,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'

type Effects = {
  id: string
  serviceId: string
  name: string
  severity: RuleSeverity
  setsAreaStatus: boolean
  eventTypeId: string | null
  archivesEvent: boolean
}

export type ActiveRule = SensorRule &
  Effects & {
    /** Rate conditions, which the database calculates. */
    rates: { parameter: string; withinSeconds: number }[]
  }

export class RuleSet {
  readonly byId = new Map<string, ActiveRule>()
  readonly areaIds = new Set<string>()
  private readonly everywhere: ActiveRule[] = []
  private readonly bySensor = new Map<string, ActiveRule[]>()
  private readonly byArea = new Map<string, ActiveRule[]>()
  private readonly byKind = new Map<string, ActiveRule[]>()
  readonly fingerprint: string
  /** Rules that this version cannot read. Their alarms stay as they are. */
  readonly unreadableIds: ReadonlySet<string>

  constructor(fingerprint: string, rules: readonly ActiveRule[], unreadableIds: readonly string[] = []) {
    this.fingerprint = fingerprint
    this.unreadableIds = new Set(unreadableIds)
    const add = (map: Map<string, ActiveRule[]>, key: string, rule: ActiveRule) =>
      map.set(key, [...(map.get(key) ?? []), rule])
    for (const rule of rules) {
      this.byId.set(rule.id, rule)
      const { scope } = rule.trigger
      if (scope.type === 'all') this.everywhere.push(rule)
      else if (scope.type === 'sensor') add(this.bySensor, scope.sensorId, rule)
      else if (scope.type === 'kind') add(this.byKind, scope.kind, rule)
      else {
        add(this.byArea, scope.areaId, rule)
        this.areaIds.add(scope.areaId)
      }
    }
  }

  get isEmpty(): boolean {
    return this.byId.size === 0 && this.unreadableIds.size === 0
  }

  of(sensor: { id: string; kind: string | null }, areaIds: readonly string[] = []): readonly ActiveRule[] {
    const own = this.bySensor.get(sensor.id)
    const ofKind = sensor.kind === null ? undefined : this.byKind.get(sensor.kind)
    const ofAreas = areaIds.flatMap((id) => this.byArea.get(id) ?? [])
    if (!own && !ofKind && ofAreas.length === 0) return this.everywhere
    return [...this.everywhere, ...(own ?? []), ...(ofKind ?? []), ...new Set(ofAreas)]
  }
}

type Row = Effects & { trigger: unknown; quietSeconds: number }

export const shapesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, AreaShape>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    ring: LngLat[] | null
    place: { x: number; y: number } | null
    radius: number | null
  }>`
    select id, coordinates -> 0 as ring, place, radius_metres as radius from aoi
    where id = any(${ids as string[]}::uuid[]) and kind = 'sensor' and deleted_at is null
    union all select id, coordinates -> 0, null, null from region where id = any(${ids as string[]}::uuid[])`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ id, ring, place, radius }): [string, AreaShape][] => {
      if (ring) return [[id, { ring }]]
      return place && radius !== null ? [[id, { centre: [place.x, place.y], radiusMetres: radius }]] : []
    }),
  )
}

const namedAreas = (trigger: RuleTrigger): string[] =>
  trigger.type === 'sensor'
    ? trigger.conditions.flatMap((condition) => (condition.type === 'place' ? [condition.areaId] : []))
    : []

const ratesOf = ({ conditions }: SensorTrigger): ActiveRule['rates'] =>
  conditions.flatMap((condition) => (condition.type === 'rate' ? [condition] : []))

const load = async (db: Db, serviceId: string, fingerprint: string): Promise<RuleSet> => {
  const { rows } = await sql<Row>`
    select id, service_id, name, severity, sets_area_status, event_type_id, archives_event, trigger, quiet_seconds
    from rule where service_id = ${serviceId} and is_enabled and trigger ->> 'type' = 'sensor' order by id`.execute(db)
  // A rule that this version cannot read does not stop the others; `unreadableIds` lists it.
  const parsed = rows.flatMap(({ trigger, ...row }) => {
    const { data } = RuleTrigger.safeParse(trigger)
    return data ? [{ ...row, trigger: data }] : []
  })
  const shapes = await shapesOf(
    db,
    parsed.flatMap(({ trigger }) => namedAreas(trigger)),
  )
  const rules = parsed.flatMap(({ trigger, quietSeconds, ...effects }): ActiveRule[] =>
    trigger.type === 'sensor'
      ? [{ ...effects, trigger, shapes, timing: timingOf(trigger, quietSeconds), rates: ratesOf(trigger) }]
      : [],
  )
  const readable = new Set(parsed.map(({ id }) => id))
  return new RuleSet(
    fingerprint,
    rules,
    rows.flatMap(({ id }) => (readable.has(id) ? [] : [id])),
  )
}

const uuidOf = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`
const areaId = uuidOf(sql`c ->> 'areaId'`)

/**
 * The fingerprint changes with every rule and with every area that a condition names, whatever the order of commits.
 */
const fingerprintOf = (serviceId: string): RawBuilder<unknown> => sql`
  select coalesce(md5(string_agg(r.id || ' ' || r.revision || ' ' || coalesce((
      select string_agg(coalesce((select a.updated_at from aoi a where a.id = ${areaId}),
        (select g.updated_at from region g where g.id = ${areaId}))::text, ' ')
      from jsonb_path_query(r.trigger, '$.conditions[*] ? (@.type == "place")') c), ''), ',' order by r.id)), '')
    as fingerprint
  from rule r
  where r.service_id = ${serviceId} and r.is_enabled and r.trigger ->> 'type' = 'sensor'`

const MOST_SETS = 1000
const sets = new Map<string, RuleSet>()

export const ruleSetOf = async (db: Db, serviceId: string): Promise<RuleSet> => {
  const { rows } = await sql<{ fingerprint: string }>`${fingerprintOf(serviceId)}`.execute(db)
  const fingerprint = rows[0]?.fingerprint ?? ''
  const stored = sets.get(serviceId)
  if (stored?.fingerprint === fingerprint) return stored
  const loaded = await load(db, serviceId, fingerprint)
  if (sets.size >= MOST_SETS) sets.clear()
  sets.set(serviceId, loaded)
  return loaded
}

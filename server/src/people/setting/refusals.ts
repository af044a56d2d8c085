import { type RefusalKind, type RefusalSender, type Refusals, refusalKinds } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

type Row = { hour: Date; kind: string; count: number; service: RefusalSender }
type Sums = { thisHour: number; lastDay: number }

const rowsSince = async (db: Db, since: Date, serviceId: string | undefined): Promise<Row[]> => {
  const rows = await db
    .selectFrom('refusal')
    .leftJoin('service', 'service.id', 'refusal.serviceId')
    .select([
      'refusal.hour',
      'refusal.kind',
      'refusal.count',
      'refusal.serviceId',
      'service.title',
      'service.translations',
    ])
    .where('refusal.hour', '>=', since)
    .$if(serviceId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('refusal.serviceId', 'is', null), eb('refusal.serviceId', '=', serviceId ?? '')])),
    )
    .execute()
  return rows.map(({ hour, kind, count, serviceId: _id, title, translations }) => ({
    hour,
    kind,
    count,
    service: _id ? { _id, title: title ?? '', translations: translations ?? {} } : null,
  }))
}

const sumsOf = (rows: readonly Row[], thisHour: number): Sums => {
  const sum = (counted: readonly Row[]) => counted.reduce((total, { count }) => total + count, 0)
  return { thisHour: sum(rows.filter(({ hour }) => hour.getTime() >= thisHour)), lastDay: sum(rows) }
}

export const readRefusals = async (
  db: Db,
  serviceId: string | undefined,
  now: number = databaseMs(),
): Promise<Refusals> => {
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const first = thisHour - (HOURS - 1) * HOUR_MS
  const rows = await rowsSince(db, new Date(first), serviceId)
  const ofKind = (kind: RefusalKind) => rows.filter((row) => row.kind === kind)
  const bySender = Map.groupBy(rows, ({ service }) => service?._id)
  return {
    hours: Array.from({ length: HOURS }, (_, index) => {
      const start = first + index * HOUR_MS
      const inHour = rows.filter(({ hour }) => hour.getTime() === start)
      return { start: new Date(start).toISOString(), count: sumsOf(inHour, thisHour).lastDay }
    }),
    kinds: refusalKinds.flatMap((kind) => {
      const sums = sumsOf(ofKind(kind), thisHour)
      return sums.lastDay > 0 ? [{ kind, ...sums }] : []
    }),
    senders: [...bySender.values()]
      .map((sent) => ({ service: sent[0]?.service ?? null, ...sumsOf(sent, thisHour) }))
      .sort((one, other) => other.lastDay - one.lastDay),
  }
}

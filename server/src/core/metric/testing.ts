import type { Metric, MetricCondition } from '#contract'

/** A service as plain lists, from which `reference` computes a metric's value by its definition. */
export type World = {
  roleOf: Record<string, string>
  typeWorth: Record<string, { unit: string; value: string }>
  regions: Record<string, { west: number; south: number; east: number; north: number; isTriangle: boolean }>
  aois: PlainAoi[]
}

export type PlainAoi = {
  id: string
  kind: 'event' | 'sensor'
  createdAt: Date
  isDeleted: boolean
  creatorId: string | null
  typeId: string | null
  place: [number, number]
  answers: Record<string, string>
  entries: { at: Date; authorId: string | null; actionId: string | null; unit: string; value: string }[]
}

type Period = { startTime?: Date | undefined; endTime?: Date | undefined }
type Entry = PlainAoi['entries'][number]

const isWithin = (at: Date, { startTime, endTime }: Period) =>
  (!startTime || at >= startTime) && (!endTime || at <= endTime)

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const isInside = ([x, y]: [number, number], region: World['regions'][string]) => {
  const { west, south, east, north, isTriangle } = region
  const isInBox = x > west && x < east && y > south && y < north
  // The triangle is the part of the box south-east of its diagonal.
  return isInBox && (!isTriangle || (y - south) / (north - south) < (x - west) / (east - west))
}

export const reference = (world: World, metric: Pick<Metric, 'metricType' | 'metricCountType' | 'conditions'>) => {
  const isByRole = (memberId: string | null) => {
    if (metric.metricType === 'BY_POSTS') return true
    if (memberId === null) return false
    const role = metric.conditions.find((condition) => condition.type === 'BY_ROLE')
    return !role || role.userRoleIds.includes(world.roleOf[memberId] ?? '')
  }

  const holds = (aoi: PlainAoi, condition: MetricCondition): boolean => {
    switch (condition.type) {
      case 'BY_PUBLIC_ACTION':
        return aoi.typeId !== null && condition.publicActionIds.includes(aoi.typeId)
      case 'BY_QUESTION_RESPONSE': {
        const given = aoi.answers[condition.questionResponse.questionId]
        return given !== undefined && same(given, condition.questionResponse.response)
      }
      case 'BY_REGION':
        return condition.regionsIds.some((id) => {
          const region = world.regions[id]
          return region !== undefined && isInside(aoi.place, region)
        })
      default:
        return true
    }
  }

  const action = metric.conditions.find((condition) => condition.type === 'BY_ACTION')
  const isSatisfying = (entry: Entry): boolean => {
    if (!action || entry.actionId !== action.actionId || !isByRole(entry.authorId)) return false
    const { value, expression, values = [], users = [] } = action.actionSettings ?? {}
    if (users.length > 0 && !users.includes(entry.authorId ?? '')) return false
    if (values.length > 0 && !values.includes(entry.value)) return false
    if (value === undefined) return true
    if (!expression) return same(entry.value, value)
    if (entry.unit === 'Text') return false
    const logged = Number(entry.value)
    const wanted = Number(value)
    return expression === 'EXACT' ? logged === wanted : expression === 'LESS' ? logged < wanted : logged > wanted
  }

  const matching = world.aois.filter(
    (aoi) => !aoi.isDeleted && isByRole(aoi.creatorId) && metric.conditions.every((one) => holds(aoi, one)),
  )

  const over = (period: Period) => {
    let value = 0
    const aois: string[] = []
    for (const aoi of matching) {
      const entries = aoi.entries.filter((entry) => isSatisfying(entry) && isWithin(entry.at, period))
      if (action ? entries.length === 0 : !isWithin(aoi.createdAt, period)) continue
      aois.push(aoi.id)
      if (metric.metricCountType === 'COUNT_POSTS') value += 1
      else if (action) for (const { unit, value: logged } of entries) value += unit === 'Text' ? 1 : Number(logged)
      else {
        const worth = world.typeWorth[aoi.typeId ?? '']
        if (worth) value += worth.unit === 'Text' ? 1 : Number(worth.value)
      }
    }
    return { value, aois: aois.sort() }
  }

  const trend = (end: Date) =>
    Array.from({ length: 12 }, (_, index) => {
      const first = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 11 + index, 1))
      const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
      const last = new Date(Math.min(end.getTime(), next - 1))
      return { month: first.toISOString().slice(0, 7), value: over({ startTime: first, endTime: last }).value }
    })

  return { over, trend }
}

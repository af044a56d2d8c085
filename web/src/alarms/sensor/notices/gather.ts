import type { LiveMessage } from '#contract'

export type SensorNotice = { what: string; name: string; isAlarm: boolean }

/** The notices of one message; `unnamed` counts changes that the message only counts. */
export type NoticeBatch = { notices: SensorNotice[]; unnamed: number }

export const readNotices = (message: LiveMessage): NoticeBatch => {
  if (message.type === 'SENSOR_UPDATED') {
    const changes = message.changes ?? []
    const notices = changes
      .filter(({ state }) => state !== 'READY')
      .map(({ name, state }) => ({ what: state, name, isAlarm: state === 'ALARM' }))
    return { notices, unnamed: Math.max(0, (message.changed ?? 0) - changes.length) }
  }
  if (message.type === 'AOI_UPDATED') {
    const notices = (message.statuses ?? [])
      .filter(({ status }) => status !== 'ERROR')
      .map(({ name, status }) => ({ what: status, name, isAlarm: status === 'ALERT' }))
    return { notices, unnamed: 0 }
  }
  return { notices: [], unnamed: 0 }
}

/** Up to this many are shown one by one; more become one notice. */
const ONE_BY_ONE = 3

export type Notice = SensorNotice | { count: number; isAlarm: boolean }

/** Merges batches into as few notices as possible, alarms first. */
export const mergeNotices = (batches: readonly NoticeBatch[]): Notice[] => {
  const all = batches.flatMap(({ notices }) => notices).toSorted((a, b) => Number(b.isAlarm) - Number(a.isAlarm))
  const count = all.length + batches.reduce((sum, { unnamed }) => sum + unnamed, 0)
  if (count <= ONE_BY_ONE) return all
  return [{ count, isAlarm: all.some(({ isAlarm }) => isAlarm) }]
}

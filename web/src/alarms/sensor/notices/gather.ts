import type { LiveMessage } from '#contract'

export type SensorNotice = { what: string; name: string; isAlarm: boolean }

/** The notices of one message. `unnamed` is the number of further changes that the message does not list. */
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

/** Up to this many notices are shown one by one. More are combined into one. */
const ONE_BY_ONE = 3

export type Notice = SensorNotice | { count: number; isAlarm: boolean }

/** Merges batches into as few notices as possible, alarms first. */
export const mergeNotices = (batches: readonly NoticeBatch[]): Notice[] => {
  const all = batches.flatMap(({ notices }) => notices).toSorted((a, b) => Number(b.isAlarm) - Number(a.isAlarm))
  const count = all.length + batches.reduce((sum, { unnamed }) => sum + unnamed, 0)
  if (count <= ONE_BY_ONE) return all
  return [{ count, isAlarm: all.some(({ isAlarm }) => isAlarm) }]
}

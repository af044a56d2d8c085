import type { LiveMessage } from '#contract'

/** What is worth a notice: a sensor that is not READY, an area whose status changed to anything but ERROR. */
export type Told = { what: string; name: string; isAlarm: boolean }

/** How many there were beyond those that are named. */
export type Heard = { told: Told[]; unnamed: number }

export const heardIn = (message: LiveMessage): Heard => {
  if (message.type === 'SENSOR_UPDATED') {
    const changes = message.changes ?? []
    const told = changes
      .filter(({ state }) => state !== 'READY')
      .map(({ name, state }) => ({ what: state, name, isAlarm: state === 'ALARM' }))
    return { told, unnamed: Math.max(0, (message.changed ?? 0) - changes.length) }
  }
  if (message.type === 'AOI_UPDATED') {
    const told = (message.statuses ?? [])
      .filter(({ status }) => status !== 'ERROR')
      .map(({ name, status }) => ({ what: status, name, isAlarm: status === 'ALERT' }))
    return { told, unnamed: 0 }
  }
  return { told: [], unnamed: 0 }
}

/** Up to so many are told one by one; more become one notice. */
const ONE_BY_ONE = 3

export type Notice = Told | { count: number; isAlarm: boolean }

/** What was heard within a moment, as few notices as it takes. Alarms come first. */
export const noticesOf = (heard: readonly Heard[]): Notice[] => {
  const told = heard.flatMap((one) => one.told).toSorted((a, b) => Number(b.isAlarm) - Number(a.isAlarm))
  const count = told.length + heard.reduce((sum, { unnamed }) => sum + unnamed, 0)
  if (count <= ONE_BY_ONE) return told
  return [{ count, isAlarm: told.some(({ isAlarm }) => isAlarm) }]
}

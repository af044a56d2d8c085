import { setTimeout as pause } from 'node:timers/promises'
import type { Api, Member } from './api.ts'
import { trialResources } from './resources.ts'

const LOOK_EVERY_MS = 50

export const startBystander = (api: Api, member: Member) => {
  let isOver = false
  let slowest = 0
  let begun = 0
  let begunAt = 0
  const look = async () => {
    while (!isOver) {
      begun = performance.now()
      await api.send('GET', '/aoi/filtered?limit=20', member).catch(() => {})
      slowest = Math.max(slowest, performance.now() - Math.max(begun, begunAt))
      begun = 0
      await pause(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  return {
    /** Resets the longest wait. Building a large request blocks this process too, which would count as a wait. */
    begin: () => {
      slowest = 0
      begunAt = performance.now()
    },
    longestWaitMs: () => {
      const ms = Math.max(slowest, begun ? performance.now() - Math.max(begun, begunAt) : 0)
      slowest = 0
      return ms
    },
    stop: trialResources.add(async () => {
      isOver = true
      await looking
    }),
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Api, Member } from './api.ts'

export const beginningOfEscalation = async (api: Api, member: Member): Promise<string> => {
  for (let tries = 0; tries < 300; tries++) {
    const [escalation] = await api.must(api.send('GET', '/escalations', member))
    if (escalation) return escalation._id
    await pause(200)
  }
  return ''
}

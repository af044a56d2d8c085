import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, freshAddress, type Member } from './api.ts'

export const publicLink = async (api: Api, member: Pick<Member, 'token'>): Promise<string> => {
  const { link } = await api.must(api.send('POST', '/user/invite-public-user', member))
  return new URL(link).searchParams.get('token') ?? ''
}

const followToken = (): string => randomBytes(32).toString('base64url')

type VisitorReport = {
  eventTypeId: string
  answers?: { _id: string; value: string }[]
  file?: Buffer
  parts?: Record<string, string>
}

let nonce = Date.now()

export const visitorForm = ({ eventTypeId, answers = [], file, parts = {} }: VisitorReport): FormData => {
  const form = new FormData()
  const publicAction = JSON.stringify({ publicActionId: eventTypeId, fields: answers })
  const texts = {
    publicAction,
    startCoordinates: '[-122.27,37.8]',
    firstName: 'Emily',
    lastName: 'Stone',
    phone: '+1 415 555 0123',
    nonce: String(nonce++),
    key: followToken(),
    ...parts,
  }
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  if (file) form.set('file', new Blob([Uint8Array.from(file)]), 'photo')
  return form
}

/**
 * Sends a report as a new visitor, from an unused device and address. Waits if the link accepts no more reports this
 * minute.
 */
export const reportAsVisitor = async (
  api: Api,
  link: string,
  report: VisitorReport,
): Promise<{ _id: string; number: number; follow: string }> => {
  const send = () => api.send('POST', `/public/${link}/report`, { body: visitorForm(report), headers: freshAddress() })
  const answer = await send()
  const seconds = answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0
  if (seconds === 0) return api.must(Promise.resolve(answer))
  await pause(seconds * 1000)
  return api.must(send())
}

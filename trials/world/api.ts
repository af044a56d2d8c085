import { setTimeout as pause } from 'node:timers/promises'
import { API_KEY_HEADER, BASE_PATH } from '#contract'

export const DEMO_PASSWORD = 'cohesion-demo'
const API_KEY = 'cohesion-web'

export type Member = { username: string; password: string; token: string }

// biome-ignore lint/suspicious/noExplicitAny: a trial reads whatever the server answers
type Json = any

export type Answer = { status: number; headers: Headers; text: string; bytes: Buffer; json: () => Json }

let addresses = 0
/**
 * Headers with an unused address, for servers that trust the trial as their proxy (`asProxy`). Otherwise guesses
 * elsewhere in a trial could lock out its own members. Other servers ignore the headers.
 */
export const freshAddress = (): Record<string, string> => {
  addresses++
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

/** A client of the server's API. */
export const apiOf = (url: string) => {
  const send = async (
    method: string,
    path: string,
    {
      token,
      body,
      headers = {},
    }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const isForm = body instanceof FormData
    const response = await fetch(url + BASE_PATH + path, {
      method,
      headers: {
        [API_KEY_HEADER]: API_KEY,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    return { status: response.status, headers: response.headers, text, bytes, json: () => JSON.parse(text) }
  }

  const must = async (answering: Promise<Answer>): Promise<Json> => {
    const answer = await answering
    if (answer.status >= 300) throw new Error(`the scene was refused: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer.json()
  }

  const signIn = async (username: string, password = DEMO_PASSWORD): Promise<Member> => {
    const { accessToken } = await must(
      send('POST', '/auth/login', { body: { username, password }, headers: freshAddress() }),
    )
    return { username, password, token: accessToken }
  }

  /**
   * A new member, invited by `host` into its service. `isViewer` has an effect only if the service has a role for
   * viewers.
   */
  const invite = async (
    host: Member,
    permission: 'Operator' | 'Admin' | 'Technician',
    username: string,
    isViewer = false,
  ) => {
    const { service, role } = await must(send('GET', '/user/profile', host))
    const roles: { _id: string; isViewer: boolean }[] = await must(
      send('GET', `/roles/user-roles/${service._id}/service`, host),
    )
    const roleId = roles.find((one) => one.isViewer === isViewer)?._id ?? role?._id
    const { link } = await must(send('POST', '/user/invite', { ...host, body: { role: roleId, permission } }))
    const password = 'a password of their own'
    const body = { username, password, firstName: 'Trial', lastName: username, phone: '+1 415 555 0199' }
    const token = new URL(link).searchParams.get('token')
    const { accessToken } = await must(send('POST', `/user/register/${token}`, { body, headers: freshAddress() }))
    const member: Member = { username, password, token: accessToken }
    await must(send('POST', '/user/update-terms', member))
    return member
  }

  return { send, must, signIn, invite }
}

export type Api = ReturnType<typeof apiOf>

const MOST_TRIES = 100

/** Repeats a call that gets 503, after the time that the reply names. Returns any other reply. */
export const sendPatiently = async (send: () => Promise<Answer>, onPutOff: () => void): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    const waitSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !(waitSeconds > 0) || tries === MOST_TRIES) return answer
    onPutOff()
    await pause(waitSeconds * 1000)
  }
}

export const atOnce = async <T>(width: number, times: number, work: (number: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const number = next++
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

export const addEventType = async (api: Api, technician: Pick<Member, 'token'>, name: string): Promise<string> => {
  const body = { name, guide: '<p>Stay away.</p>', unit: 'Number', value: '1' }
  return (await api.must(api.send('POST', '/public-actions', { ...technician, body })))._id
}

export const reportForm = (eventTypeId: string, more: Record<string, string> = {}): FormData => {
  const form = new FormData()
  const publicAction = JSON.stringify({ publicActionId: eventTypeId, fields: [] })
  const parts = { name: 'A report', startCoordinates: '[-122.42,37.77,1]', publicAction, ...more }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return form
}

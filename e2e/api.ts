import type { APIRequestContext, APIResponse } from '@playwright/test'
import type { Aoi, Community, EventType, GroupSummary, MemberGroups, Profile, Role } from '#contract'

const base = '/api/cohesion'
const headers = { 'x-api-key': 'cohesion-web' }

/** `hebrew` manages the Hebrew service; the others are of the English one. */
export type DemoAccount = 'technician' | 'admin' | 'operator' | 'viewer' | 'hebrew'
export const demoPassword = 'cohesion-demo'

/** Returns the body of a reply. Throws with path and status if the call was refused. */
export const readAnswer = async <T>(request: Promise<APIResponse>): Promise<T> => {
  const answer = await request
  if (!answer.ok()) throw new Error(`${new URL(answer.url()).pathname}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** One session of each account for all stories of a worker, because the server hashes the password at every sign-in. */
const sharedSessions = new Map<DemoAccount, Promise<string>>()

export function tokenOf(request: APIRequestContext, account: DemoAccount): Promise<string> {
  const session = sharedSessions.get(account) ?? newSession(request, account)
  sharedSessions.set(account, session)
  return session
}

export async function newSession(request: APIRequestContext, account: DemoAccount): Promise<string> {
  const data = { username: account, password: demoPassword }
  return (await readAnswer<{ accessToken: string }>(request.post(`${base}/auth/login`, { headers, data }))).accessToken
}

export const apiAs = async (request: APIRequestContext, account: DemoAccount) =>
  apiWith(request, await tokenOf(request, account))

export function apiWith(request: APIRequestContext, token: string) {
  const withToken = { ...headers, authorization: `Bearer ${token}` }
  const get = <T>(path: string) => readAnswer<T>(request.get(base + path, { headers: withToken }))
  const post = <T>(path: string, data: object = {}) =>
    readAnswer<T>(request.post(base + path, { headers: withToken, data }))
  const form = <T>(path: string, multipart: Record<string, string>) =>
    readAnswer<T>(request.post(base + path, { headers: withToken, multipart }))

  return {
    get,
    post,
    form,
    patch: <T>(path: string, data?: object) => readAnswer<T>(request.patch(base + path, { headers: withToken, data })),
    delete: <T>(path: string) => readAnswer<T>(request.delete(base + path, { headers: withToken })),
    statusOf: async (path: string, data: object) =>
      (await request.post(base + path, { headers: withToken, data })).status(),
    profile: () => get<Profile>('/user/profile'),
    async memberId(username: string): Promise<string> {
      const { total } = await get<MemberGroups>('/user/grouped')
      const member = total.find((one) => one.username === username)
      if (!member) throw new Error(`there is no member ${username}`)
      return member._id
    },

    /** Creates a member for a story that changes or deletes an account. The member has accepted the terms. */
    async newcomer(prefix: string): Promise<{ id: string; username: string; password: string; token: string }> {
      const username = uniqueName(prefix).replace(' ', '-')
      const password = 'a password of their own'
      const { service, role } = await get<Profile>('/user/profile')
      const roles = await get<Role[]>(`/roles/user-roles/${service._id}/service`)
      const active = roles.find(({ isViewer }) => !isViewer)?._id ?? role?._id
      const { link } = await post<{ link: string }>('/user/invite', { role: active, permission: 'Operator' })
      const joining = new URL(link).searchParams.get('token')
      const person = { username, password, firstName: prefix, lastName: 'Newcomer', phone: '+1 415 555 0199' }
      const { accessToken: token } = await readAnswer<{ accessToken: string }>(
        request.post(`${base}/user/register/${joining}`, { headers, data: person }),
      )
      const own = { headers: { ...headers, authorization: `Bearer ${token}` } }
      const { _id } = await readAnswer<Profile>(request.post(`${base}/user/update-terms`, own))
      return { id: _id, username, password, token }
    },

    async report(name: string, more: Record<string, string> = {}): Promise<Aoi> {
      const { service } = await get<Profile>('/user/profile')
      const types = await get<EventType[]>(`/aoi-type/service/${service._id}`)
      const type = types.find(({ isPhotoRequired }) => !isPhotoRequired)
      if (!type) throw new Error('the demo has no type that can be reported without a photo')
      const fields = type.fields.map(({ _id, kind, choices }) => ({ _id, value: answers[kind] ?? choices[0] ?? 'x' }))
      return form('/aoi', {
        name,
        startCoordinates: '[-122.42, 37.77, 1]',
        publicAction: JSON.stringify({ publicActionId: type._id, fields }),
        ...more,
      })
    },

    /** Plans an activity of the first community in the centre of San Francisco. `more`: the start and end times. */
    async plan(name: string, more: Record<string, string>): Promise<Aoi> {
      const { service } = await get<Profile>('/user/profile')
      const communities = await get<Community[]>('/community-servers/communities')
      const community = communities.find((one) => one.service === service._id)
      const groups = (await get<GroupSummary[]>('/community-servers/groups')).filter(
        ({ communityId }) => communityId === community?._id,
      )
      return form('/aoi', {
        name,
        startCoordinates: '[-122.42, 37.77, 1]',
        communityId: community?._id ?? '',
        groups: JSON.stringify(groups.map(({ _id }) => _id)),
        ...more,
      })
    },
  }
}

/** Creates a service whose changes no other story sees. Returns the session of its first Technician. */
export async function newTechnician(request: APIRequestContext, title: string): Promise<string> {
  const owner = await apiAs(request, 'technician')
  const username = uniqueName('first').replace(' ', '-')
  const password = 'only for the first time'
  await owner.post('/service', { title, username, password, firstName: 'First', lastName: 'Technician' })
  const { accessToken } = await readAnswer<{ accessToken: string }>(
    request.post(`${base}/auth/login`, { headers, data: { username, password } }),
  )
  const chosen = { currentPassword: password, newPassword: 'chosen by themselves' }
  await apiWith(request, accessToken).post('/auth/password', chosen)
  return accessToken
}

const answers: Record<string, string> = { text: 'as seen', number: '3', yesNo: 'yes', date: '2026-01-15' }

export const uniqueName = (prefix: string): string => `${prefix} ${Math.random().toString(36).slice(2, 8)}`

/** Path of the public link. `kind`: the name of an event type, `activities`, or empty for a list of everything. */
export const posterOf = async (api: Awaited<ReturnType<typeof apiAs>>, kind = ''): Promise<string> => {
  const { link } = await api.post<{ link: string }>('/user/invite-public-user')
  const { service } = await api.profile()
  const types = await api.get<EventType[]>(`/aoi-type/service/${service._id}`)
  const type = types.find(({ name }) => name === kind)?._id ?? kind
  const { pathname, search } = new URL(link)
  return `${pathname}${search}${type && `&type=${type}`}`
}

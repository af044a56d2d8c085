import type { APIRequestContext, APIResponse } from '@playwright/test'
import type { Aoi, Community, EventType, GroupSummary, MemberGroups, Profile, Role } from '#contract'

const base = '/api/cohesion'
const headers = { 'x-api-key': 'cohesion-web' }

export type DemoAccount = 'technician' | 'admin' | 'operator' | 'viewer'
export const demoPassword = 'cohesion-demo'

/** What was answered. A story whose scene was refused ends there, and says which call it was and why. */
export const readAnswer = async <T>(asking: Promise<APIResponse>): Promise<T> => {
  const answer = await asking
  if (!answer.ok()) throw new Error(`${new URL(answer.url()).pathname}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

export async function tokenOf(request: APIRequestContext, account: DemoAccount): Promise<string> {
  const data = { username: account, password: demoPassword }
  return (await readAnswer<{ accessToken: string }>(request.post(`${base}/auth/login`, { headers, data }))).accessToken
}

/** A demo account at the API, to set the scene of a story without clicking it together. */
export const apiAs = async (request: APIRequestContext, account: DemoAccount) =>
  apiWith(request, await tokenOf(request, account))

/** The same for someone who is not among the demo's accounts. */
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
    /** The status of a post, where being refused is the story. */
    statusOf: async (path: string, data: object) =>
      (await request.post(base + path, { headers: withToken, data })).status(),
    profile: () => get<Profile>('/user/profile'),
    async memberId(username: string): Promise<string> {
      const { total } = await get<MemberGroups>('/user/grouped')
      const member = total.find((one) => one.username === username)
      if (!member) throw new Error(`nobody is called ${username}`)
      return member._id
    },

    /** Someone of its own for a story that changes or ends an account; has agreed to the terms. */
    async newcomer(words: string): Promise<{ id: string; username: string; password: string; token: string }> {
      const [username, password] = [uniqueName(words).replace(' ', '-'), 'a password of their own']
      const { service, role } = await get<Profile>('/user/profile')
      const roles = await get<Role[]>(`/roles/user-roles/${service._id}/service`)
      const active = roles.find(({ isViewer }) => !isViewer)?._id ?? role?._id
      const { link } = await post<{ link: string }>('/user/invite', { role: active, permission: 'Operator' })
      const joining = new URL(link).searchParams.get('token')
      const person = { username, password, firstName: words, lastName: 'Newcomer', phone: '+1 415 555 0199' }
      const { accessToken: token } = await readAnswer<{ accessToken: string }>(
        request.post(`${base}/user/register/${joining}`, { headers, data: person }),
      )
      const own = { headers: { ...headers, authorization: `Bearer ${token}` } }
      const { _id } = await readAnswer<Profile>(request.post(`${base}/user/update-terms`, own))
      return { id: _id, username, password, token }
    },

    /** Reports an event of the first type that asks for no photo, with an answer to each of its questions. */
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

    /** Plans an activity of the first community, in the middle of San Francisco; `more` says when. */
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

/** The first Technician of a service of its own, so that no other story sees it change. */
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

/** A name that no other story uses. */
export const uniqueName = (words: string): string => `${words} ${Math.random().toString(36).slice(2, 8)}`

/** The service's public page as its poster opens it: for one type of event, for the activities, or for a choice of all. */
export const posterOf = async (api: Awaited<ReturnType<typeof apiAs>>, kind = ''): Promise<string> => {
  const { link } = await api.post<{ link: string }>('/user/invite-public-user')
  const { service } = await api.profile()
  const types = await api.get<EventType[]>(`/aoi-type/service/${service._id}`)
  const type = types.find(({ name }) => name === kind)?._id ?? kind
  const { pathname, search } = new URL(link)
  return `${pathname}${search}${type && `&type=${type}`}`
}

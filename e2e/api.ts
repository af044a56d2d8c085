import type { APIRequestContext } from '@playwright/test'
import type { Aoi, Community, EventType, GroupSummary, MemberGroups, Profile, Role } from '#contract'

const base = '/api/cohesion'
const headers = { 'x-api-key': 'cohesion-web' }

export type DemoAccount = 'technician' | 'admin' | 'operator' | 'viewer'
export const demoPassword = 'cohesion-demo'

export async function tokenOf(request: APIRequestContext, account: DemoAccount): Promise<string> {
  const data = { username: account, password: demoPassword }
  const signedIn = await request.post(`${base}/auth/login`, { headers, data })
  if (!signedIn.ok()) throw new Error(await signedIn.text())
  return (await signedIn.json()).accessToken
}

/** A demo account at the API, to set the scene of a story without clicking it together. */
export async function apiAs(request: APIRequestContext, account: DemoAccount) {
  const withToken = { ...headers, authorization: `Bearer ${await tokenOf(request, account)}` }
  const get = async <T>(path: string): Promise<T> => (await request.get(base + path, { headers: withToken })).json()
  const post = async <T>(path: string, data: object = {}): Promise<T> =>
    (await request.post(base + path, { headers: withToken, data })).json()

  const form = async <T>(path: string, multipart: Record<string, string>): Promise<T> => {
    const answer = await request.post(base + path, { headers: withToken, multipart })
    if (!answer.ok()) throw new Error(await answer.text())
    return answer.json()
  }

  return {
    get,
    post,
    form,
    patch: async <T>(path: string, data?: object): Promise<T> =>
      (await request.patch(base + path, { headers: withToken, data })).json(),
    profile: () => get<Profile>('/user/profile'),
    memberId: async (username: string) =>
      (await get<MemberGroups>('/user/grouped')).total.find((member) => member.username === username)?._id ?? '',

    /** Someone of its own for a story that changes or ends an account; has agreed to the terms. */
    async newcomer(words: string): Promise<{ id: string; username: string; password: string; token: string }> {
      const [username, password] = [uniqueName(words).replace(' ', '-'), 'a password of their own']
      const { service, role } = await get<Profile>('/user/profile')
      const roles = await get<Role[]>(`/roles/user-roles/${service._id}/service`)
      const active = roles.find(({ isViewer }) => !isViewer)?._id ?? role?._id
      const { link } = await post<{ link: string }>('/user/invite', { role: active, permission: 'Operator' })
      const joining = new URL(link).searchParams.get('token')
      const person = { username, password, firstName: words, lastName: 'Newcomer', phone: '+1 415 555 0199' }
      const joined = await request.post(`${base}/user/register/${joining}`, { headers, data: person })
      if (!joined.ok()) throw new Error(await joined.text())
      const { accessToken: token } = await joined.json()
      const own = { headers: { ...headers, authorization: `Bearer ${token}` } }
      const agreed: Profile = await (await request.post(`${base}/user/update-terms`, own)).json()
      return { id: agreed._id, username, password, token }
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
      const answer = await request.post(`${base}/aoi`, {
        headers: withToken,
        multipart: {
          name,
          startCoordinates: '[-122.42, 37.77, 1]',
          communityId: community?._id ?? '',
          groups: JSON.stringify(groups.map(({ _id }) => _id)),
          ...more,
        },
      })
      if (!answer.ok()) throw new Error(await answer.text())
      return answer.json()
    },
  }
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

import { Secret, TOTP } from 'otpauth'
import { linkIn, type MailServer } from '../../server/src/testing/mail-server.ts'
import { freshAddress } from '../world/api.ts'
import { type ChangeScene, formOf, nobody } from './harness.ts'

/** A caller from an unused address, so that limits by address refuse nothing. */
const stranger = () => ({ as: nobody, headers: freshAddress() })
const tokenOf = (link: string) => new URL(link, 'http://host').searchParams
const person = { firstName: 'New', lastName: 'Person', phone: '+1 415 555 0142' }
const password = 'a password of their own'

export const changeMembers = async ({ api, change, service }: ChangeScene, mail: MailServer): Promise<void> => {
  const { id: serviceId, admin } = service
  const roles: { _id: string; isViewer: boolean }[] = await api.must(
    api.send('GET', `/roles/user-roles/${serviceId}/service`, admin),
  )
  const role = roles.find(({ isViewer }) => !isViewer)?._id
  const other = roles.find(({ _id }) => _id !== role)?._id
  const { link } = await change('POST /user/invite', { body: { role, permission: 'Operator' } })
  const username = `joined-${serviceId.slice(-8)}`
  const joined = await change('POST /user/register/{token}', {
    ...stranger(),
    params: { token: tokenOf(link).get('token') ?? '' },
    body: { username, password, ...person },
  })
  const email = `${username}@example.org`
  const body = { role, permission: 'Operator', email, language: 'en' }
  await change('POST /user/invite-by-mail', { body })
  await mail.until(email)

  const { _id: id } = await api.must(api.send('GET', '/user/profile', { token: joined.accessToken }))
  const as = { token: joined.accessToken }
  await change('PATCH /user/{id}', { params: { id }, body: { allowCsvDownload: true } })
  await change('PATCH /user/profile', { as, body: { role: other } })
  const [request] = await api.must(api.send('GET', '/user/requests', service.technician))
  await change('PATCH /user/requests/{id}', { params: { id: request?._id }, body: { decision: 'refused' } })
  await change('PATCH /user/profile', { as, body: { role: other } })
  const [again] = await api.must(api.send('GET', '/user/requests', service.technician))
  await change('DELETE /user/requests/{id}', { as, params: { id: again?._id } })
  const [elsewhere] = await api.must(api.send('GET', '/user/services', as))
  await change('POST /user/provide-services', { as, body: { userId: id, services: [elsewhere?._id] } })

  await change('POST /auth/identify-check/{id}', { params: { id }, body: {} })
  const { link: reentry } = await change('POST /user/re-entry/{id}', { params: { id }, body: {} })
  await change('POST /auth/re-entry/{token}', {
    ...stranger(),
    params: { token: tokenOf(reentry).get('reentry') ?? '' },
    body: { password },
  })
  await change('DELETE /user/delete/{id}', { params: { id } })
}

export const changeOwnAccount = async (scene: ChangeScene, mail: MailServer): Promise<void> => {
  const { api, change, service, picture } = scene
  const username = `own-${service.id.slice(-8)}`
  const member = await api.invite(service.technician, 'Operator', username)
  const as = { token: member.token }
  await change('POST /user/update-terms', { as })
  await change('PATCH /user/profile', { as, body: { firstName: 'Dana' } })
  await change('POST /user/profile-photo', { as, body: formOf({ file: picture }) })
  await change('DELETE /user/profile-photo', { as })

  const email = `${username}@example.org`
  await change('POST /user/email', { as, body: { email, password: member.password } })
  const [confirmation] = await mail.until(email)
  const token = confirmation ? (tokenOf(linkIn(confirmation)).get('confirm') ?? '') : ''
  await change('POST /auth/email/{token}', { ...stranger(), params: { token } })
  await change('DELETE /user/email', { as })

  const feed = await change('POST /calendar/feeds', { as, body: {} })
  await change('DELETE /calendar/feeds/{id}', { as, params: { id: feed._id } })

  const next = 'another password of theirs'
  await change('POST /auth/password', { as, body: { currentPassword: member.password, newPassword: next } })
  const { secret } = await api.must(api.send('POST', '/auth/second-factor', { ...as, body: { password: next } }))
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const now = Date.now()
  const { recoveryCodes } = await change('POST /auth/second-factor/confirm', { as, body: { code: codeAt(now) } })
  const signIn = { username, password: next }
  const { ticket } = await api.must(api.send('POST', '/auth/login', { body: signIn, headers: freshAddress() }))
  // Each code is accepted once, so the sign-in uses the code of the next time step.
  const code = codeAt(now + 30_000)
  await change('POST /auth/login/code', { ...stranger(), body: { ticket, code } })
  await change('POST /auth/second-factor/off', { as, body: { password: next, code: recoveryCodes?.[0] } })

  const { accessToken } = await change('POST /auth/login', { ...stranger(), body: signIn })
  const { sessions } = await api.must(api.send('GET', '/auth/sessions', as))
  const session = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await change('DELETE /auth/sessions/{id}', { as, params: { id: session?._id } })
  await change('POST /auth/logout', { as })
  const last = accessToken && (await api.signIn(username, next))
  await change('DELETE /user/profile', { as: last })
}

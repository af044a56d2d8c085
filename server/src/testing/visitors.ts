import sharp from 'sharp'
import { expect } from 'vitest'
import type { Aoi, FollowPageData, SentReport } from '#contract'
import { newToken } from '../platform/secret/tokens.ts'
import { addEventType } from './events.ts'
import { addMember, addService } from './people.ts'
import { formOf, testServer } from './server.ts'

export type ReportInput = {
  via?: string
  cookie?: string
  line?: string
  type?: Awaited<ReturnType<typeof addEventType>>
  parts?: Record<string, unknown>
}

/** A server with two services, event types of the first service, and functions that act as its visitor. */
export const visitorScene = async (
  environment: Record<string, string> = {},
  more: Parameters<typeof testServer>[1] = {},
) => {
  const own = { COHESION_TRUST_PROXY: 'loopback', COHESION_PUBLIC_URL: 'https://help.example' }
  const server = await testServer({ ...own, ...environment }, more)
  const home = await addService(server.db, 'Home')
  const foreign = await addService(server.db, 'Foreign')
  const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
  const adam = await addMember(server.db, home, home.roleId, { username: 'adam', type: 'Admin' })
  const fred = await addMember(server.db, foreign, foreign.roleId, { username: 'fred', type: 'Admin' })
  const flood = await addEventType(server.db, home, { name: 'Flood', questions: ['How deep?'] })
  const crime = await addEventType(server.db, home, { name: 'Suspicious', anonymous: true })
  const damage = await addEventType(server.db, home, { name: 'Damage', isPhotoRequired: true })
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a30' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 0/1' } })
    .toBuffer()

  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
  const linkOf = async (who = dana) => tokenOf((await server.as(who).post('/user/invite-public-user')).json().link)
  const link = await linkOf()
  const foreignLink = await linkOf(fred)

  let lines = 0
  /** A new network address, so that limits by address refuse no visitor. */
  const newLine = () => `10.${lines >> 8}.${lines++ & 255}.1`

  const send = ({ via = link, cookie = '', line = newLine(), type = flood, parts = {} }: ReportInput = {}) => {
    const values = {
      publicAction: { publicActionId: type.id, fields: type.questions.map((_id) => ({ _id, value: 'knee' })) },
      startCoordinates: [-122.27, 37.8],
      firstName: 'Emily',
      lastName: 'Stone',
      phone: '+1 415 555 0123',
      nonce: String(Date.now()),
      key: newToken(),
      ...parts,
    }
    const text = Object.entries(values).filter(([, value]) => value !== undefined)
    const form = formOf(
      Object.fromEntries(
        text.map(([name, value]) => [
          name,
          typeof value === 'string' || (typeof value === 'object' && value !== null && 'bytes' in value)
            ? (value as string)
            : JSON.stringify(value),
        ]),
      ),
    )
    return server.anyone.send('POST', `/public/${via}/report`, {
      ...form,
      headers: { ...form.headers, 'x-api-key': '', 'x-forwarded-for': line, cookie },
    })
  }
  const sent = async (sending: ReportInput = {}) => {
    const answer = await send(sending)
    expect(answer.statusCode, answer.body).toBe(200)
    return { ...(answer.json() as SentReport), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
  }
  const getAsVisitor = (path: string, line = newLine(), cookie = '') =>
    server.anyone.send('GET', path, { headers: { 'x-api-key': '', 'x-forwarded-for': line, cookie } })
  const postAsVisitor = (path: string, payload: object, line = newLine(), cookie = '') =>
    server.anyone.send('POST', path, { payload, headers: { 'x-api-key': '', 'x-forwarded-for': line, cookie } })
  const follow = async (token: string) => (await getAsVisitor(`/follow?follow=${token}`)).json() as FollowPageData
  const open = async (id: string, who = dana): Promise<Aoi> => {
    const { nonce } = await server.db.selectFrom('aoi').select('nonce').where('id', '=', id).executeTakeFirstOrThrow()
    return (await server.as(who).get(`/aoi/nonce-pro/${nonce}`)).json()
  }
  return {
    server,
    home,
    foreign,
    dana,
    adam,
    fred,
    flood,
    crime,
    damage,
    photo,
    tokenOf,
    linkOf,
    link,
    foreignLink,
    newLine,
    send,
    sent,
    getAsVisitor,
    postAsVisitor,
    follow,
    open,
  }
}

import { Problem, type Subscription } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { openByToken } from '../../platform/http/attempts.ts'
import { cookieHeader } from '../../platform/http/client.ts'
import type { Client } from '../../platform/http/serve.ts'
import * as visitors from './queries.ts'

const COOKIE_DAYS = 180
const FOLLOW_TOKEN = /^[\w-]{43}$/

/** One cookie per service, since a device may be known to several. */
const cookieName = (serviceId: string) => `cohesion-visitor-${serviceId}`

export const visitorCookie = (serviceId: string, follow: string, secure: boolean): string =>
  cookieHeader(cookieName(serviceId), follow, {
    path: '/api/cohesion/public',
    maxAgeSeconds: COOKIE_DAYS * 86_400,
    secure,
  })

/** Removes the cookie, so that the next person on a shared device does not see the name. */
export const noVisitorCookie = (serviceId: string, secure: boolean): string =>
  cookieHeader(cookieName(serviceId), '', { path: '/api/cohesion/public', maxAgeSeconds: 0, secure })

export type VisitorIdentity = { visitor: visitors.Visitor; follow: string }

export const findVisitorByCookie = async (
  db: Db,
  link: visitors.Link,
  client: Client,
): Promise<VisitorIdentity | undefined> => {
  const follow = client.cookies[cookieName(link.serviceId)]
  if (!follow || !FOLLOW_TOKEN.test(follow)) return undefined
  const visitor = await visitors.visitorByToken(db, follow)
  return visitor?.serviceId === link.serviceId ? { visitor, follow } : undefined
}

/** The visitor of a follow address, whose token is the only credential. */
export const openFollowAddress = (db: Db, follow: string, { address }: Client): Promise<visitors.Visitor> =>
  openByToken(db, { kind: 'follow address', address }, () => visitors.visitorByToken(db, follow))

export const visitorName = ({ firstName, lastName }: visitors.Visitor): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** Locks the visitor, so that no entry gets its name while the visitor is erased. Throws for an erased visitor. */
export const lockVisitor = async (db: Db, { id }: visitors.Visitor): Promise<void> => {
  if (!(await visitors.touchVisitor(db, id))) throw new Problem('notFound')
}

const isSamePerson = ({ visitor }: VisitorIdentity, form: Subscription): boolean =>
  visitor.firstName === form.firstName && visitor.lastName === form.lastName && visitor.phone === form.phone

/**
 * The visitor of a form. An anonymous form, or another name on the same device, creates a new visitor, so that nothing
 * links the two.
 */
export const visitorFor = async (
  db: Db,
  link: visitors.Link,
  form: Subscription & { isAnonymous: boolean },
  identity: VisitorIdentity | undefined,
): Promise<VisitorIdentity> => {
  const isKnown = identity && !form.isAnonymous && isSamePerson(identity, form)
  if (isKnown && (await visitors.touchVisitor(db, identity.visitor.id))) return identity
  const visitor = await visitors.addVisitor(db, link, {
    firstName: form.isAnonymous ? '' : form.firstName,
    lastName: form.isAnonymous ? '' : form.lastName,
    phone: form.isAnonymous ? null : form.phone,
    language: form.language,
    follow: form.key,
  })
  // The token belongs to a visitor of another service, which no page sends.
  if (visitor?.serviceId !== link.serviceId) throw new Problem('invalid', { fields: { key: 'form.invalid' } })
  return { visitor, follow: form.key }
}

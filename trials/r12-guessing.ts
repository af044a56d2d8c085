import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { failureList, type Trial } from './trial.ts'
import { type Api, atOnce, freshAddress, type Member } from './world/api.ts'
import { sharedServer } from './world/server.ts'

const GUESSES = { quick: 60, whole: 1_000 }
/** Maximum number of guesses of each kind that the server checks within 15 minutes. */
const MOST_WEIGHED = 10
const AT_ONCE = 20
const TIMED = { accounts: 6, guesses: 6 }
const TIME_RATIO = 1.5

const CODES_PER_TICKET = 5

const randomToken = () => randomBytes(32).toString('base64url')

/**
 * A kind of guess. `guess` sends one guess and returns its status. `weighed`: the status of a wrong guess that the
 * server checked.
 */
type Kind = { name: string; weighed: number; guess: () => Promise<number> }

/** A member with a second factor. `ticket` returns a sign-in ticket, renewed with the password after a few codes. */
const memberWithCode = async (api: Api, host: Member) => {
  const { username, password, token } = await api.invite(host, 'Operator', 'guarded')
  const { secret } = await api.must(api.send('POST', '/auth/second-factor', { token, body: { password } }))
  const code = new TOTP({ secret }).generate()
  await api.must(api.send('POST', '/auth/second-factor/confirm', { token, body: { code } }))
  let uses = 0
  let current: Promise<string> | undefined
  const renew = async (): Promise<string> => {
    const body = { username, password }
    return (await api.must(api.send('POST', '/auth/login', { body, headers: freshAddress() }))).ticket
  }
  return {
    ticket: () => {
      if (uses++ % CODES_PER_TICKET === 0) current = renew()
      return current ?? renew()
    },
  }
}

const kindsOn = async (api: Api): Promise<Kind[]> => {
  const host = await api.signIn('technician')
  const target = await api.invite(host, 'Operator', 'guessed')
  const left = await api.invite(host, 'Operator', 'left-open')
  const challenger = await api.invite(host, 'Admin', 'challenger')
  const guarded = await memberWithCode(api, host)
  const oneNetwork = { 'x-forwarded-for': '192.168.7.7' }
  const signIn = (username: string, headers: Record<string, string>) =>
    api.send('POST', '/auth/login', { body: { username, password: randomToken() }, headers })
  const open = (path: string, end = '', token = randomToken()) =>
    api.send('GET', path + token + end, { headers: oneNetwork })
  const change = () => ({ currentPassword: randomToken(), newPassword: 'quite another password' })
  const status = async (answering: ReturnType<Api['send']>) => (await answering).status
  return [
    {
      name: 'password of one account, each from another address',
      weighed: 401,
      guess: () => status(signIn(target.username, freshAddress())),
    },
    {
      name: 'passwords of many accounts, from one address',
      weighed: 401,
      guess: () => status(signIn(`member-${randomToken().slice(0, 8)}`, oneNetwork)),
    },
    {
      name: 'own password in a session that was left open',
      weighed: 400,
      guess: () => status(api.send('POST', '/auth/password', { token: left.token, body: change() })),
    },
    { name: 'invitations', weighed: 404, guess: () => status(open('/user/invitation-info/')) },
    {
      name: 'members to challenge',
      weighed: 404,
      guess: () => status(api.send('POST', `/auth/identify-check/${randomUUID()}`, { ...challenger, body: {} })),
    },
    {
      name: 'one-time codes behind a password that is known',
      weighed: 401,
      guess: async () => {
        const body = { ticket: await guarded.ticket(), code: String(randomInt(1_000_000)).padStart(6, '0') }
        const answer = await api.send('POST', '/auth/login/code', { body, headers: freshAddress() })
        // An expired ticket means that the code was not checked. The next guess uses another ticket.
        if (answer.status === 401 && answer.json().code === 'signInExpired') return 429
        return answer.status
      },
    },
    { name: 'calendar links', weighed: 404, guess: () => status(open('/calendar/feed/', '.ics')) },
    { name: 'feeds', weighed: 404, guess: () => status(open('/feed/', '.kml')) },
    { name: 'public links', weighed: 404, guess: () => status(open('/public/p.', '', randomToken().slice(0, 32))) },
    { name: 'addresses of files', weighed: 404, guess: () => status(open('/files/', '', randomToken().slice(0, 32))) },
    { name: 're-entry links', weighed: 404, guess: () => status(open('/auth/re-entry/')) },
    { name: 'follow addresses', weighed: 404, guess: () => status(open('/follow?follow=')) },
  ]
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Median times of a wrong password for existing and unknown names, measured in turns. */
const measureSignIns = async (api: Api) => {
  const host = await api.signIn('technician')
  const known: number[] = []
  const unknown: number[] = []
  const time = async (times: number[], username: string) => {
    const headers = freshAddress()
    const start = performance.now()
    await api.send('POST', '/auth/login', { body: { username, password: 'not the password' }, headers })
    times.push(performance.now() - start)
  }
  for (let account = 0; account < TIMED.accounts; account++) {
    const { username } = await api.invite(host, 'Operator', `timed-${account}`)
    for (let guess = 0; guess < TIMED.guesses; guess++) {
      await time(known, username)
      await time(unknown, `nobody-${account}`)
    }
  }
  return { known: median(known), unknown: median(unknown) }
}

export const trial: Trial = {
  id: 'R12',
  title: 'Concurrent guesses at passwords, invitations, re-entry links and follow addresses',
  isInTests: true,
  run: async ({ isQuick }) => {
    const guesses = isQuick ? GUESSES.quick : GUESSES.whole
    const failures = failureList()
    const { api } = await sharedServer()
    const weighedByKind = await Promise.all(
      (await kindsOn(api)).map(async ({ name, weighed, guess }) => {
        const statuses = await atOnce(AT_ONCE, guesses, guess)
        const count = statuses.filter((status) => status === weighed).length
        if (count > MOST_WEIGHED) failures.add(`${name}: ${count} guesses were checked`)
        if (count === 0) failures.add(`${name}: none was weighed, so nothing was tried`)
        const other = statuses.find((status) => status !== weighed && status !== 429)
        if (other !== undefined) failures.add(`${name}: a guess got ${other}`)
        return count
      }),
    )
    const counts: Record<string, number> = {
      'kinds of secret': weighedByKind.length,
      'guesses at each': guesses,
      'weighed at most': Math.max(...weighedByKind),
    }
    if (!isQuick) {
      const { known, unknown } = await measureSignIns(api)
      if (Math.max(known, unknown) > TIME_RATIO * Math.min(known, unknown))
        failures.add(`a wrong password takes ${known} ms for a name that exists, ${unknown} ms for one that does not`)
      counts['ms for a name that exists'] = Math.round(known)
      counts['ms for a name that does not'] = Math.round(unknown)
    }
    return { counts, failures: failures.all() }
  },
}

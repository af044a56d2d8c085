import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { freshAddress } from './world/api.ts'
import { sendRaw } from './world/raw-request.ts'
import { sharedServer } from './world/server.ts'

const EVIL = 'evil.example'
const forgeries: Record<string, string>[] = [
  { host: EVIL },
  { host: `${EVIL}:80` },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https', 'x-forwarded-port': '444' },
  { 'x-forwarded-server': EVIL },
  { 'x-forwarded-prefix': `//${EVIL}` },
  { 'x-host': EVIL },
  { 'x-original-url': `https://${EVIL}/` },
  { 'x-rewrite-url': `https://${EVIL}/` },
  { 'x-original-host': EVIL },
  { forwarded: `for=10.0.0.1;host=${EVIL};proto=https` },
  { origin: `https://${EVIL}` },
  { referer: `https://${EVIL}/` },
  { via: `1.1 ${EVIL}` },
]

type Target = { method: string; path: string; body?: object; isSignedIn?: boolean }
const targets: Target[] = [
  ...['/', '/login', '/invite?token=a', '/index.html', '/sensors', '/sw.js', '/manifest.webmanifest', '/nowhere'].map(
    (path) => ({ method: 'GET', path }),
  ),
  ...['/settings', '/openapi.json', '/docs', '/nowhere'].map((path) => ({ method: 'GET', path: BASE_PATH + path })),
  { method: 'GET', path: BASE_PATH },
  { method: 'OPTIONS', path: `${BASE_PATH}/user/profile` },
  { method: 'POST', path: `${BASE_PATH}/auth/login`, body: { username: 'operator', password: 'cohesion-demo' } },
  { method: 'POST', path: `${BASE_PATH}/user/invite-public-user`, isSignedIn: true },
  { method: 'POST', path: `${BASE_PATH}/calendar/feeds`, isSignedIn: true },
  { method: 'GET', path: `${BASE_PATH}/calendar/feeds`, isSignedIn: true },
  { method: 'GET', path: `${BASE_PATH}/user/profile`, isSignedIn: true },
]

/** Paths that lead to another host after a careless redirect, or in a page that contains them. */
const redirecting = [`//${EVIL}`, `//${EVIL}/..`, `/\\${EVIL}`, `/%2f${EVIL}`, `/.//${EVIL}/`, `//${EVIL}/%2e%2e`]

export const trial: Trial = {
  id: 'R14',
  title: 'Forged Host, Forwarded and X-Forwarded headers from a trusted proxy',
  isInTests: true,
  run: async () => {
    const failures = failureList()
    const { api, url } = await sharedServer()
    const { token } = await api.signIn('technician')
    const profile = await api.must(api.send('GET', '/user/profile', { token }))
    const invitation = { role: profile.role?._id, permission: 'Operator' }
    const invite = { method: 'POST', path: `${BASE_PATH}/user/invite`, body: invitation, isSignedIn: true }
    let requests = 0
    const ask = async ({ method, path, body, isSignedIn }: Target, forgery: Record<string, string>) => {
      const headers = {
        ...freshAddress(),
        [API_KEY_HEADER]: 'cohesion-web',
        ...(isSignedIn && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...forgery,
      }
      const answer = await sendRaw(url, { method, path, headers, body: body && JSON.stringify(body) })
      requests++
      const said = JSON.stringify(answer.headers) + (path.includes(EVIL) ? '' : answer.text)
      if (said.includes(EVIL)) failures.add(`${method} ${path} with ${JSON.stringify(forgery)} answers with ${EVIL}`)
      if (answer.status === 0 || answer.status >= 500)
        failures.add(`${method} ${path}: ${answer.status || answer.error}`)
    }
    for (const target of [...targets, invite]) for (const forgery of forgeries) await ask(target, forgery)
    for (const path of redirecting) await ask({ method: 'GET', path }, {})
    return { counts: { requests, reflected: failures.count }, failures: failures.all() }
  },
}

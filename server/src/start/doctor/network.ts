import { once } from 'node:events'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { probedHeaders, STREAM_PROBE } from '../../platform/http/health.ts'
import { type Check, isPublic } from './fault.ts'

const WAIT_MS = 5_000
/** The lines of /streamz are half a second apart; a smaller gap means buffering. */
const LEAST_GAP_MS = 250

const pushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
]

const reach = (send: typeof fetch, url: string): Promise<Response | undefined> =>
  send(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' }).catch(() => undefined)

export const addressNotHttps: Check = async ({ config }) => {
  if (!isPublic(config) || config.publicUrl.startsWith('https:')) return undefined
  return {
    name: 'public address is not https',
    sentenceKey: 'addressNotHttps',
    remedyKey: 'addressNotHttps',
    values: { address: config.publicUrl },
    sentence: `The address ${config.publicUrl} is not encrypted. Browsers block notifications, offline use and device location.`,
    remedy: 'Put a proxy with a certificate in front (deploy/proxy), or set COHESION_TLS_CERT and COHESION_TLS_KEY.',
  }
}

export const addressUnreachable: Check = async ({ config, isServing, fetch }) => {
  if (!isPublic(config) || !isServing) return undefined
  const answer = await reach(fetch, `${config.publicUrl}/healthz`)
  if (answer?.status === 200) return undefined
  return {
    name: 'public address not reachable',
    sentenceKey: answer ? 'addressAnswers' : 'addressSilent',
    remedyKey: 'addressUnreachable',
    values: { address: config.publicUrl, ...(answer && { status: String(answer.status) }) },
    sentence: `The address ${config.publicUrl} ${answer ? `returns ${answer.status}` : 'does not respond'}, so links from this server do not work.`,
    remedy: 'Set COHESION_PUBLIC_URL to the address that people use, and check name, proxy and firewall.',
  }
}

type StreamProbe = { gapMs: number; isForwarded: boolean; isTrusted: boolean; arrived: string[] }

const probes = Object.fromEntries(probedHeaders.map((name) => [name, STREAM_PROBE]))

/** Reads /streamz at `origin`, through the proxy if there is one. */
const readStream = async (origin: string): Promise<StreamProbe | undefined> => {
  const get = origin.startsWith('https:') ? getHttps : getHttp
  const request = get(`${origin}/streamz`, { timeout: WAIT_MS, headers: { 'accept-encoding': 'gzip', ...probes } })
  request.on('timeout', () => request.destroy())
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) return undefined
    let text = ''
    let firstAt: number | undefined
    for await (const part of response.setEncoding('utf8')) {
      firstAt ??= performance.now()
      text += part
    }
    const first = JSON.parse(text.split('\n')[0] ?? '') as Omit<StreamProbe, 'gapMs'>
    return { ...first, gapMs: performance.now() - (firstAt ?? 0) }
  } catch {
    return undefined
  }
}

export const proxyBuffers: Check = async ({ config, isServing }) => {
  const streamed = isPublic(config) && isServing ? await readStream(config.publicUrl) : undefined
  if (!streamed || streamed.gapMs >= LEAST_GAP_MS) return undefined
  return {
    name: 'proxy holds streams back',
    sentenceKey: 'proxyBuffers',
    remedyKey: 'proxyBuffers',
    values: { address: config.publicUrl },
    sentence: `The proxy in front of ${config.publicUrl} buffers replies, so live updates arrive late.`,
    remedy: 'Turn buffering and compression off for /api/cohesion/events, as the files in deploy/proxy do.',
  }
}

export const proxyUntrusted: Check = async ({ config, isServing }) => {
  const streamed = isPublic(config) && isServing ? await readStream(config.publicUrl) : undefined
  if (!streamed || streamed.isTrusted) return undefined
  return streamed.isForwarded
    ? {
        name: 'proxy not trusted',
        sentenceKey: 'proxyUntrusted',
        remedyKey: 'proxyUntrusted',
        values: {},
        sentence: 'Requests come through a proxy that is not trusted, so everyone behind it shares one limit.',
        remedy: "Set COHESION_TRUST_PROXY to the proxy's address.",
      }
    : undefined
}

export const proxyStrips: Check = async ({ config, isServing }) => {
  const streamed = isPublic(config) && isServing ? await readStream(config.publicUrl) : undefined
  if (!streamed) return undefined
  const lost: string[] = probedHeaders.filter((name) => !streamed.arrived.includes(name))
  // Without a proxy, the header is absent as expected.
  if (config.trustProxy !== false && !streamed.isForwarded) lost.push('x-forwarded-for')
  if (lost.length === 0) return undefined
  return {
    name: 'proxy strips headers',
    sentenceKey: 'proxyStrips',
    remedyKey: 'proxyStrips',
    values: { address: config.publicUrl, names: lost.join(', ') },
    sentence: `Requests to ${config.publicUrl} arrive without ${lost.join(', ')}.`,
    remedy: 'Configure the proxy to pass on all headers and set X-Forwarded-For, as in deploy/proxy.',
  }
}

export const pushBlocked: Check = async ({ config, fetch }) => {
  if (!isPublic(config)) return undefined
  const reached = await Promise.all(pushServices.map((url) => reach(fetch, url)))
  const blocked = pushServices.filter((_, index) => !reached[index])
  if (blocked.length === 0) return undefined
  return {
    name: 'push blocked',
    sentenceKey: 'pushBlocked',
    remedyKey: 'pushBlocked',
    values: { names: blocked.join(', ') },
    sentence: `This server cannot reach ${blocked.join(', ')}, so some devices get no notifications.`,
    remedy: 'Allow outgoing connections to them on port 443.',
  }
}

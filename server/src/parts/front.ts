import { openHttpServer } from '../platform/http/http-server.ts'
import { readInlineScript } from '../platform/http/inline-script.ts'
import { openLimitNotices } from '../platform/http/limit-notices.ts'
import { openMapHosts } from '../platform/http/map-hosts.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import type { OnProblem } from '../platform/http/problems.ts'
import { openRequestLimits } from '../platform/http/rate-limit.ts'
import { openRefusalCounts } from '../platform/http/refusals.ts'
import { type ClientLimits, clientLimits } from '../platform/http/slow-clients.ts'
import { openStatistics } from '../platform/http/statistics.ts'
import type { Base } from './part.ts'

type FrontOptions = {
  tls: { cert: Buffer; key: Buffer } | undefined
  webFolder: string
  limits: ClientLimits | undefined
  now: (() => number) | undefined
}

export const openFront = async (
  { config, database: { db }, isOffline }: Omit<Base, 'log'>,
  { tls, webFolder, limits = clientLimits, now }: FrontOptions,
) => {
  const { logLevel, trustProxy, mapStyleUrl, publicUrl, requestLimits } = config
  const isSecure = config.tls !== undefined || publicUrl.startsWith('https:')
  // The setting may be a path on this server.
  const styleUrl = mapStyleUrl && new URL(mapStyleUrl, publicUrl).href
  const mapHosts = openMapHosts({ styleUrl, isOffline })
  const inlineScripts = await readInlineScript(webFolder)
  const requestCounts = openRequestLimits(requestLimits, now)
  const { take: takeRequests, require: requireRequests } = requestCounts
  const limitNotices = openLimitNotices(requestCounts)
  const refusals = openRefusalCounts({ db, warn: (...details) => app.log.warn(...details) })
  const metrics = openMetrics()
  const statistics = openStatistics({ db, warn: (...details) => app.log.warn(...details) })
  const onProblem: OnProblem = (problem, request) => {
    refusals.count(problem, request)
    metrics.countProblem(problem.code)
    statistics.noteProblem(problem, request)
  }
  const app = await openHttpServer({
    logLevel,
    trustProxy,
    tls,
    isSecure,
    mapHosts,
    inlineScripts,
    onProblem,
    takeRequests,
    clientLimits: limits,
  })
  metrics.observe(app)
  statistics.observe(app)
  const counts = { takeRequests, requireRequests, limitNotices, refusals }
  return { app, isSecure, mapHosts, inlineScripts, ...counts, metrics, statistics }
}

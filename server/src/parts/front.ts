import { openHttpServer } from '../http/http-server.ts'
import { readInlineScripts } from '../http/inline-scripts.ts'
import { openLimitNotices } from '../http/limit-notices.ts'
import { openMapHosts } from '../http/map-hosts.ts'
import { openMetrics } from '../http/metrics.ts'
import type { OnProblem } from '../http/problems.ts'
import { openRequestLimits } from '../http/rate-limit.ts'
import { openRefusalCounts } from '../http/refusals.ts'
import { type ClientLimits, clientLimits } from '../http/slow-clients.ts'
import { openStatistics } from '../http/statistics.ts'
import type { Base } from './part.ts'

type FrontOptions = {
  tls: { cert: Buffer; key: Buffer } | undefined
  webFolder: string
  limits: ClientLimits | undefined
  now: (() => number) | undefined
}

/** The HTTP server without routes: its limits, headers, and the counts of what it answers and refuses. */
export const openFront = async (
  { config, database: { db }, isOffline }: Omit<Base, 'log'>,
  { tls, webFolder, limits = clientLimits, now }: FrontOptions,
) => {
  const { logLevel, trustProxy, mapStyleUrl, publicUrl, requestLimits } = config
  const isSecure = config.tls !== undefined || publicUrl.startsWith('https:')
  // A path is of this server, as its visitors reach it.
  const styleUrl = mapStyleUrl && new URL(mapStyleUrl, publicUrl).href
  const mapHosts = openMapHosts({ styleUrl, isOffline })
  const inlineScripts = await readInlineScripts(webFolder)
  const requestCounts = openRequestLimits(requestLimits, now)
  const takeRequests = requestCounts.take
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
  return { app, isSecure, mapHosts, inlineScripts, takeRequests, limitNotices, refusals, metrics, statistics }
}

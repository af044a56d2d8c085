import { join } from 'node:path'
import pg from 'pg'
import { openCluster, type PostgresCluster } from '../../server/src/testing/postgres-cluster.ts'
import { emptyFolder } from '../../tests/start/folders.ts'
import { startServer } from '../../tests/start/server-process.ts'
import { type Api, apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { startPostgresProxy } from './proxies.ts'
import { trialResources } from './resources.ts'
import { noRequestLimits } from './server.ts'

export type ReplicatedServer = { url: string; api: Api }

const canQuery = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export const readMetric = async (url: string, name: string): Promise<Map<string, number>> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  return new Map(lines.map((line) => line.split(' ')).map(([key = '', value]) => [key, Number(value)]))
}

export const startReplicatedServers = async () => {
  const folder = emptyFolder()
  const clusters: PostgresCluster[] = []
  trialResources.add(async () => {
    for (const cluster of clusters.toReversed()) await cluster.stop()
    folder.remove()
  })
  const primary = await openCluster(folder.path, { hot_standby_feedback: 'on', wal_keep_size: '512MB' })
  clusters.push(primary)
  await primary.query('create role haproxy_check login')
  const standby = await primary.openStandby(join(folder.path, 'standby'))
  clusters.push(standby)
  const urlAt = (port: number) => primary.url.replace(`:${primary.port}/`, `:${port}/`)
  const proxy = await startPostgresProxy([primary.port, standby.port], (port) => canQuery(urlAt(port)))

  const start = async (demo: 'on' | 'off'): Promise<ReplicatedServer> => {
    const own = dataFolder()
    const server = await startServer({
      COHESION_DATA: own.path,
      COHESION_DEMO: demo,
      DATABASE_URL: urlAt(proxy.port),
      DATABASE_READ_URL: standby.url,
      ...noRequestLimits,
    })
    trialResources.add(async () => {
      await server.stop()
      await own.remove()
    })
    return { url: server.url, api: apiOf(server.url) }
  }
  const servers: [ReplicatedServer, ReplicatedServer] = [await start('on'), await start('off')]
  return { primary, standby, servers }
}

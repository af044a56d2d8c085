import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { type AppOptions, buildApp } from '../app.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { readConfig } from '../start/config.ts'
import { testDatabase } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { checkPublished } from './published.ts'

const apiKey = 'test-key'

/**
 * The whole server on its own database, closed after the test file. Replies are checked against the contract and the
 * OpenAPI document.
 */
export const testServer = async (
  environment: Record<string, string> = {},
  more: Pick<AppOptions, 'deliveries' | 'limits' | 'mapFetch' | 'now' | 'tls' | 'warningFetch'> = {},
) => {
  const database = await testDatabase()
  const folder = await temporaryFolder()
  const config = readConfig({ COHESION_API_KEY: apiKey, COHESION_DATA: folder, LOG_LEVEL: 'silent', ...environment })
  const apps: HttpServer[] = []
  const openApp = async () => {
    const app = await buildApp({ config, database, checkReplies: true, ...more })
    apps.push(app)
    return app
  }
  const app = await openApp()
  afterAll(async () => {
    await Promise.all(apps.map((one) => one.close()))
    await database.close()
  })

  return {
    app,
    db: database.db,
    pool: database.pool,
    apiKey,
    folder,
    ...callersOf(app),
    /** A second server on the same database, as in another process. */
    openSecond: async () => {
      const second = await openApp()
      const listen = async () => {
        await second.listen({ port: 0, host: '127.0.0.1' })
        return (second.server.address() as AddressInfo).port
      }
      return { ...callersOf(second), listen }
    },
  }
}

const callersOf = (app: HttpServer) => {
  const request = async (method: InjectOptions['method'], path: string, more: InjectOptions = {}) => {
    const headers = { [API_KEY_HEADER]: apiKey, ...more.headers }
    const answer = await app.inject({ method, url: BASE_PATH + path, ...more, headers })
    checkPublished(String(method), path, answer)
    return answer
  }
  const withToken = (token: string | undefined) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    return {
      get: (path: string) => request('GET', path, { headers }),
      post: (path: string, payload?: object) => request('POST', path, { headers, payload }),
      patch: (path: string, payload?: object) => request('PATCH', path, { headers, payload }),
      delete: (path: string) => request('DELETE', path, { headers }),
      send: (method: InjectOptions['method'], path: string, more: InjectOptions = {}) =>
        request(method, path, { ...more, headers: { ...headers, ...more.headers } }),
    }
  }

  return {
    /** A caller without a session. */
    anyone: withToken(undefined),
    as: ({ token }: { token: string }) => withToken(token),
  }
}

export const formOf = (parts: Record<string, string | { bytes: Uint8Array; name: string; type: string }>) => {
  const boundary = 'cohesion-test-boundary'
  const chunks = Object.entries(parts).flatMap(([name, part]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
    return typeof part === 'string'
      ? [Buffer.from(`${head}\r\n\r\n${part}\r\n`)]
      : [
          Buffer.from(`${head}; filename="${part.name}"\r\ncontent-type: ${part.type}\r\n\r\n`),
          Buffer.from(part.bytes),
          Buffer.from('\r\n'),
        ]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

import { describe, expect, test } from 'vitest'
import { StartProblem } from '../platform/db/start-problem.ts'
import { readConfig } from './config.ts'

const place = { checkout: '/srv/cohesion', cwd: '/srv/cohesion', isRoot: false }
const config = (env: Record<string, string> = {}) => readConfig(env, place)

function problem(env: Record<string, string>): string {
  try {
    config(env)
  } catch (error) {
    if (error instanceof StartProblem) return error.message
    throw error
  }
  return 'no problem'
}

test('an empty environment starts a demo for this machine alone', () => {
  expect(config()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: '/srv/cohesion/data',
    databaseUrl: undefined,
    demo: true,
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    tls: undefined,
    s3: undefined,
    logLevel: 'warn',
  })
  expect(config().fromEnvironment.size).toBe(0)
})

test('variables set by the environment are listed, and an empty value counts as unset', () => {
  const { fromEnvironment, port } = config({
    PORT: '',
    MAP_STYLE_URL: 'https://tiles.example.org/style.json',
    HOME: '/root',
  })
  expect([...fromEnvironment]).toEqual(['MAP_STYLE_URL'])
  expect(port).toBe(3000)
})

describe('the demo', () => {
  test('is off on a database of your own and on an address others can reach', () => {
    expect(config({ DATABASE_URL: 'postgres://me@db/cohesion' }).demo).toBe(false)
    expect(config({ HOST: '0.0.0.0' }).demo).toBe(false)
    expect(config({ HOST: '::1' }).demo).toBe(true)
  })

  test('is off behind a proxy or with a public address unless enabled', () => {
    expect(config({ COHESION_PUBLIC_URL: 'https://map.example.org' }).demo).toBe(false)
    expect(config({ COHESION_TRUST_PROXY: 'loopback' }).demo).toBe(false)
    expect(config({ COHESION_TRUST_PROXY: 'none' }).demo).toBe(true)
    expect(config({ COHESION_PUBLIC_URL: 'https://map.example.org', COHESION_DEMO: 'on' }).demo).toBe(true)
  })

  test('follows COHESION_DEMO when it is set', () => {
    expect(config({ COHESION_DEMO: 'off' }).demo).toBe(false)
    expect(config({ COHESION_DEMO: 'on', HOST: '0.0.0.0', DATABASE_URL: 'postgresql://me@db/cohesion' }).demo).toBe(
      true,
    )
  })
})

describe('the data folder', () => {
  test('of root lies outside the checkout, one for each checkout', () => {
    const rootIn = (checkout: string) => readConfig({}, { ...place, checkout, isRoot: true }).dataFolder
    expect(rootIn('/root/cohesion')).toMatch(/^\/var\/lib\/cohesion\/cohesion-[0-9a-f]{8}$/)
    expect(rootIn('/root/cohesion')).toBe(rootIn('/root/cohesion'))
    expect(rootIn('/root/cohesion')).not.toBe(rootIn('/home/ann/cohesion'))
  })

  test('is taken from COHESION_DATA, relative to where the command ran', () => {
    expect(config({ COHESION_DATA: '../elsewhere' }).dataFolder).toBe('/srv/elsewhere')
  })
})

test('links use the public origin and never a path', () => {
  expect(config({ COHESION_PUBLIC_URL: 'https://map.example.org/' }).publicUrl).toBe('https://map.example.org')
  expect(config({ COHESION_TLS_CERT: 'c', COHESION_TLS_KEY: 'k', PORT: '8443' }).publicUrl).toBe(
    'https://localhost:8443',
  )
  expect(problem({ COHESION_PUBLIC_URL: 'https://map.example.org/app' })).toBe(
    'COHESION_PUBLIC_URL must be an origin, such as https://example.org',
  )
})

test('proxies are trusted by address, never all', () => {
  expect(config({ COHESION_TRUST_PROXY: 'none' }).trustProxy).toBe(false)
  expect(config({ COHESION_TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual(['loopback', '10.0.0.0/8'])
  for (const wrong of ['true', '1', '10.0.0.0/33', 'proxy.example.org']) {
    expect(problem({ COHESION_TRUST_PROXY: wrong })).toContain('COHESION_TRUST_PROXY')
  }
})

test('a database on a unix socket is accepted in both notations', () => {
  for (const url of ['postgres://me@/cohesion?host=/run/postgresql', 'postgres://me@%2Frun%2Fpostgresql/cohesion']) {
    expect(config({ DATABASE_URL: url }).databaseUrl).toBe(url)
  }
})

test('replicas are listed by address, and require a primary', () => {
  const DATABASE_READ_URL = 'postgres://me@one/x, postgres://me@two/x'
  expect(config({ DATABASE_URL: 'postgres://me@db/x', DATABASE_READ_URL }).databaseReadUrls).toEqual([
    'postgres://me@one/x',
    'postgres://me@two/x',
  ])
  expect(config({}).databaseReadUrls).toEqual([])
  expect(problem({ DATABASE_READ_URL })).toContain('set DATABASE_URL to their primary')
})

test.each([
  ['PORT', 'http', 'PORT is "http": it must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'PORT is "65536": it must be a whole number from 0 to 65535'],
  ['HOST', 'http://localhost', 'HOST is "http://localhost": it must be a host name or an address, without a port'],
  ['COHESION_DEMO', 'yes', 'COHESION_DEMO is "yes": it must be on or off'],
  ['COHESION_COLOUR', 'red', 'COHESION_COLOUR is not a setting of this server'],
  ['COHESION_DEMOS', 'on', 'COHESION_DEMOS is not a setting of this server: did you mean COHESION_DEMO?'],
  [
    'DATABASE_READ_URL',
    'postgres://me@one/x,mysql://me:secret@two/x',
    'DATABASE_READ_URL must be postgres:// or postgresql:// addresses, separated by commas',
  ],
  ['DATABASE_URL', 'mysql://me:secret@db/x', 'DATABASE_URL must be a postgres:// or postgresql:// address'],
  [
    'MAP_STYLE_URL',
    'tiles',
    'MAP_STYLE_URL must be an address that starts with http:// or https://, or a path on this server that starts with /',
  ],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent'],
  [
    'COHESION_TLS_CERT',
    'c',
    'COHESION_TLS_KEY is missing. Set all of these variables or none: COHESION_TLS_CERT, COHESION_TLS_KEY',
  ],
])('%s=%s stops the start', (name, value, line) => {
  expect(problem({ [name]: value })).toBe(line)
})

test('S3 and VAPID are set completely or not at all', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_REGION: 'eu-1',
    S3_BUCKET: 'cohesion',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(config(s3).s3).toEqual({
    endpoint: 'https://s3.example.org',
    region: 'eu-1',
    bucket: 'cohesion',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect(problem({ ...s3, S3_BUCKET: '' })).toContain('S3_BUCKET is missing')
  expect(problem({ VAPID_SUBJECT: 'mailto:ops@example.org' })).toContain('VAPID_PUBLIC_KEY is missing')
})

test('no error message contains a secret', () => {
  for (const name of ['DATABASE_URL', 'VAPID_PRIVATE_KEY', 'COHESION_API_KEY', 'MQTT_URL']) {
    expect(problem({ [name]: 'hunter two' })).not.toContain('hunter')
  }
})

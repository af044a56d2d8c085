import { isIP } from 'node:net'
import { z } from 'zod'
import { isOwnPath } from '#contract'
import { StartProblem } from '../platform/db/start-problem.ts'

const text = z.string()
const url = (...protocols: string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

const webUrl = url('http:', 'https:')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const perMinute = (usual: number) =>
  text
    .refine((value) => /^\d{1,9}$/.test(value), 'must be a number of requests a minute, or 0 for no limit')
    .transform(Number)
    .default(usual)

const variables = {
  PORT: text
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .default(3000),
  HOST: text.regex(/^[\w.:-]+$/, 'must be a host name or an address, without a port').default('127.0.0.1'),
  COHESION_DATA: text.optional(),
  DATABASE_URL: text.refine(isPostgresUrl, 'must be a postgres:// or postgresql:// address').optional(),
  DATABASE_READ_URL: text
    .refine((value) => list(value).every(isPostgresUrl), {
      error: 'must be postgres:// or postgresql:// addresses, separated by commas',
    })
    .transform((value) => list(value))
    .default([]),
  COHESION_DATABASE_CONNECTIONS: text
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 2, 'must be a number of connections from 2 to 999')
    .transform(Number)
    .default(10),
  COHESION_MEMORY_MB: text
    .refine(
      (value) => /^\d{1,7}$/.test(value),
      'must be a number of megabytes, or 0 to leave everything to the database',
    )
    .transform(Number)
    .optional(),
  COHESION_API_KEY: text
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .default('cohesion-web'),
  COHESION_DEMO: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .optional(),
  COHESION_DEMO_STREETS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .default(true),
  COHESION_PUBLIC_URL: webUrl
    .refine(
      (value) => URL.canParse(value) && isOrigin(new URL(value)),
      'must be an origin, such as https://example.org',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  COHESION_TRUST_PROXY: text
    .refine(isProxyList, 'must be none, or the addresses of the proxies separated by commas')
    .transform((value) => proxyList(value))
    .default(false),
  COHESION_LIMIT_NETWORK: perMinute(20_000),
  COHESION_LIMIT_SESSION: perMinute(1500),
  COHESION_LIMIT_STRANGERS: perMinute(600),
  COHESION_LIMIT_KEY: perMinute(120_000),
  COHESION_AUDIT_MONTHS: text
    .refine((value) => /^[1-9]\d{0,2}$/.test(value), 'must be a number of months from 1 to 999')
    .transform(Number)
    .default(24),
  COHESION_BACKUP_TO: text
    .refine((value) => !value.includes('://') || isS3Place(value), 'must be a folder, or s3://bucket/prefix')
    .optional(),
  COHESION_BACKUP_PASSPHRASE: text.min(12, 'must have at least 12 characters').optional(),
  COHESION_BACKUP_BEFORE_UPGRADE: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .default(true),
  COHESION_BACKUP_S3_ENDPOINT: webUrl.optional(),
  COHESION_BACKUP_S3_REGION: text.optional(),
  COHESION_BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  COHESION_BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  COHESION_METRICS_TOKEN: text.regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 visible ASCII characters').optional(),
  COHESION_SMTP_URL: url('smtp:', 'smtps:').optional(),
  COHESION_MAIL_FROM: text
    .regex(/^([^<>\r\n]{1,100} )?<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, such as Cohesion <map@example.org>')
    .optional(),
  COHESION_SMS_GATEWAY_URL: webUrl
    .refine((value) => URL.canParse(value) && new URL(value).username !== '', {
      error: 'must contain a username and a password, such as http://sms:password@192.168.1.20:8080',
    })
    .optional(),
  COHESION_TLS_CERT: text.optional(),
  COHESION_TLS_KEY: text.optional(),
  MAP_STYLE_URL: text
    .refine((value) => isOwnPath(value) || webUrl.safeParse(value).success, {
      error: 'must be an address that starts with http:// or https://, or a path on this server that starts with /',
    })
    .optional(),
  STREETS_URL: webUrl.optional(),
  GEOCODER_URL: webUrl.optional(),
  MQTT_URL: url('mqtt:', 'mqtts:', 'ws:', 'wss:').optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  VAPID_PUBLIC_KEY: text.regex(/^[\w-]{87}$/, 'must be 87 characters of base64url').optional(),
  VAPID_PRIVATE_KEY: text.regex(/^[\w-]{43}$/, 'must be 43 characters of base64url').optional(),
  VAPID_SUBJECT: text.regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must start with mailto: or https://').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('warn'),
}

export const variableNames = Object.keys(variables)
export type VariableName = keyof typeof variables
export type Environment = z.output<z.ZodObject<typeof variables>>

/** Variables with these prefixes belong to Cohesion; a variable that is not in the table is a typing mistake. */
const ours = /^(COHESION|S3|VAPID)_/
const secrets = /URL$|KEY|SECRET|PASSPHRASE/

const isKnown = (name: string): name is VariableName => Object.hasOwn(variables, name)

/** Reads the server's environment variables. An empty value counts as unset, as in most container files. */
export function readEnvironment(env: Record<string, string | undefined>) {
  const given = new Map<VariableName, string>()
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue
    if (isKnown(name)) given.set(name, value)
    else if (ours.test(name)) throw new StartProblem(`${name} is not a setting of this server${didYouMean(name)}`)
  }
  const parsed = z.object(variables).safeParse(Object.fromEntries(given))
  if (!parsed.success) throw new StartProblem(sentence(parsed.error, given))
  return { values: parsed.data as Environment, given: new Set(given.keys()) as ReadonlySet<VariableName> }
}

function sentence({ issues }: z.ZodError, given: Map<string, string>): string {
  const name = String(issues[0]?.path[0])
  const quoted = secrets.test(name) ? '' : ` is ${JSON.stringify(given.get(name))}: it`
  return `${name}${quoted} ${issues[0]?.message}`
}

function didYouMean(name: string): string {
  const letters = (word: string) => [...word].sort().join('')
  const near = Object.keys(variables).find(
    (known) => known.startsWith(name) || name.startsWith(known) || letters(known) === letters(name),
  )
  return near ? `: did you mean ${near}?` : ''
}

/** `postgres://user@/name?host=/folder` (a unix socket) is valid for the driver and not for `URL`. */
function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@localhost/'))
}

/** `s3://bucket` or `s3://bucket/prefix`. */
function isS3Place(value: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value)
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !search && !hash && !username && !password
}

function list(value: string): string[] {
  return value.split(',').map((part) => part.trim())
}

function isProxyList(value: string): boolean {
  if (value === 'none') return true
  return list(value).every((part) => {
    const [address = '', bits, ...more] = part.split('/')
    const family = isIP(address)
    if (!family) return ['loopback', 'linklocal', 'uniquelocal'].includes(part)
    return (
      more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    )
  })
}

/** Accepts only addresses: clients that bypass the proxy could forge headers that a hop count would trust. */
const proxyList = (value: string): false | string[] => (value === 'none' ? false : list(value))

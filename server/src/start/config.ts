import { totalmem } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '../platform/db/start-problem.ts'
import type { RequestLimits } from '../platform/http/rate-limit.ts'
import { type DataPlace, dataFolderOf } from './data-folder.ts'
import { type Environment, readEnvironment, type VariableName } from './environment.ts'

export type Config = {
  port: number
  host: string
  dataFolder: string
  databaseUrl: string | undefined
  databaseReadUrls: string[]
  databaseConnections: number
  memoryBytes: number
  apiKey: string
  demo: boolean
  demoStreets: boolean
  publicUrl: string
  trustProxy: false | string[]
  requestLimits: RequestLimits
  auditMonths: number
  backup: BackupConfig
  tls: { certFile: string; keyFile: string } | undefined
  mapStyleUrl: string | undefined
  streetsUrl: string | undefined
  geocoderUrl: string | undefined
  metricsToken: string | undefined
  mqttUrl: string | undefined
  mail: { url: string; from: string } | undefined
  /** Address of the phone that sends text messages; undefined: the server sends none. */
  smsGatewayUrl: string | undefined
  s3: S3Config | undefined
  vapid: { publicKey: string; privateKey: string; subject: string } | undefined
  logLevel: Environment['LOG_LEVEL']
  /** Variables set by the environment; settings show them read-only. */
  fromEnvironment: ReadonlySet<VariableName>
}

export type S3Config = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type BackupConfig = {
  /** A folder, or `s3://bucket/prefix`. */
  to: string
  /** Encrypts backups; undefined: backups are not encrypted. */
  passphrase: string | undefined
  beforeUpgrade: boolean
  /** Access to `s3://`; undefined if neither COHESION_BACKUP_S3_… nor S3_… is set. */
  s3: Omit<S3Config, 'bucket'> | undefined
}

/** Default share of the machine's or container's memory for services; the database and requests need the rest. */
const MEMORY_SHARE = 0.4

const usualMemoryBytes = (): number => {
  const allowed = process.constrainedMemory()
  return MEMORY_SHARE * (allowed > 0 ? Math.min(allowed, totalmem()) : totalmem())
}

export function readConfig(env: Record<string, string | undefined>, place?: DataPlace): Config {
  const { values, given } = readEnvironment(env)
  const tls = allOrNone(values, ['COHESION_TLS_CERT', 'COHESION_TLS_KEY'])
  const s3 = allOrNone(values, ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const mail = allOrNone(values, ['COHESION_SMTP_URL', 'COHESION_MAIL_FROM'])
  const vapid = allOrNone(values, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'])

  if (values.DATABASE_READ_URL.length > 0 && !values.DATABASE_URL)
    throw new StartProblem('DATABASE_READ_URL names replicas: set DATABASE_URL to their primary')
  const dataFolder = dataFolderOf(values.COHESION_DATA, place)

  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrls: values.DATABASE_READ_URL,
    databaseConnections: values.COHESION_DATABASE_CONNECTIONS,
    memoryBytes: values.COHESION_MEMORY_MB === undefined ? usualMemoryBytes() : values.COHESION_MEMORY_MB * 1e6,
    apiKey: values.COHESION_API_KEY,
    demo: values.COHESION_DEMO ?? isForThisMachineAlone(values),
    demoStreets: values.COHESION_DEMO_STREETS,
    publicUrl: values.COHESION_PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${values.PORT}`,
    trustProxy: values.COHESION_TRUST_PROXY,
    requestLimits: {
      network: values.COHESION_LIMIT_NETWORK,
      session: values.COHESION_LIMIT_SESSION,
      strangers: values.COHESION_LIMIT_STRANGERS,
      key: values.COHESION_LIMIT_KEY,
    },
    metricsToken: values.COHESION_METRICS_TOKEN,
    auditMonths: values.COHESION_AUDIT_MONTHS,
    backup: backupConfig(values, dataFolder),
    tls: tls && { certFile: tls.COHESION_TLS_CERT, keyFile: tls.COHESION_TLS_KEY },
    mapStyleUrl: values.MAP_STYLE_URL,
    streetsUrl: values.STREETS_URL,
    geocoderUrl: values.GEOCODER_URL,
    mqttUrl: values.MQTT_URL,
    mail: mail && { url: mail.COHESION_SMTP_URL, from: mail.COHESION_MAIL_FROM },
    smsGatewayUrl: values.COHESION_SMS_GATEWAY_URL,
    s3: s3 && {
      endpoint: s3.S3_ENDPOINT,
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    },
    vapid: vapid && {
      publicKey: vapid.VAPID_PUBLIC_KEY,
      privateKey: vapid.VAPID_PRIVATE_KEY,
      subject: vapid.VAPID_SUBJECT,
    },
    logLevel: values.LOG_LEVEL,
    fromEnvironment: given,
  }
}

function backupConfig(values: Environment, dataFolder: string): BackupConfig {
  const own = allOrNone(values, [
    'COHESION_BACKUP_S3_ENDPOINT',
    'COHESION_BACKUP_S3_REGION',
    'COHESION_BACKUP_S3_ACCESS_KEY_ID',
    'COHESION_BACKUP_S3_SECRET_ACCESS_KEY',
  ])
  const files = allOrNone(values, ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const to = values.COHESION_BACKUP_TO ?? join(dataFolder, 'backups')
  if (to.startsWith('s3://') && !own && !files)
    throw new StartProblem(
      'COHESION_BACKUP_TO points to S3: also set COHESION_BACKUP_S3_ENDPOINT and the other COHESION_BACKUP_S3_… variables',
    )
  return {
    to,
    passphrase: values.COHESION_BACKUP_PASSPHRASE,
    beforeUpgrade: values.COHESION_BACKUP_BEFORE_UPGRADE,
    s3: own
      ? {
          endpoint: own.COHESION_BACKUP_S3_ENDPOINT,
          region: own.COHESION_BACKUP_S3_REGION,
          accessKeyId: own.COHESION_BACKUP_S3_ACCESS_KEY_ID,
          secretAccessKey: own.COHESION_BACKUP_S3_SECRET_ACCESS_KEY,
        }
      : files && {
          endpoint: files.S3_ENDPOINT,
          region: files.S3_REGION,
          accessKeyId: files.S3_ACCESS_KEY_ID,
          secretAccessKey: files.S3_SECRET_ACCESS_KEY,
        },
  }
}

/** Demo accounts have known passwords, so a public server needs `COHESION_DEMO=on`. */
function isForThisMachineAlone(values: Environment): boolean {
  const isBehindProxy = values.COHESION_PUBLIC_URL !== undefined || values.COHESION_TRUST_PROXY !== false
  return values.DATABASE_URL === undefined && isLoopback(values.HOST) && !isBehindProxy
}

/** Throws if only some of the variables are set. */
function allOrNone<Name extends VariableName>(values: Environment, names: Name[]) {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return undefined
  const [first] = missing
  if (first) throw new StartProblem(`${first} is missing. Set all of these variables or none: ${names.join(', ')}`)
  return values as { [Key in Name]: NonNullable<Environment[Key]> }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

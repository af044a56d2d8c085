import { z } from 'zod'

const sharedKeys = [
  'notChecked',
  'portTaken',
  'diskFull',
  'memoryShort',
  'fileLimitLow',
  'databaseAway',
  'databaseOld',
  'extensionMissing',
  'clockWrong',
  'demoOpen',
  'replicaAway',
  'replicaForeign',
  'replicaBehind',
  'replicaCancels',
  'addressNotHttps',
  'proxyBuffers',
  'proxyUntrusted',
  'proxyStrips',
  'pushBlocked',
  'backupOld',
  'mapMissing',
  'defaultKey',
  'clockStopped',
  'rowsQuarantined',
] as const

/** Keys of the faults that the web translates; the console prints the server's English. */
export const faultSentences = [
  ...sharedKeys,
  'addressSilent',
  'addressAnswers',
  'mailRefused',
  'mailUndelivered',
  'smsRefused',
  'smsUndelivered',
  'backupNone',
  'backupPlaceAway',
] as const

export const faultRemedies = [
  ...sharedKeys,
  'embeddedAway',
  'addressUnreachable',
  'mailSignIn',
  'mailTls',
  'mailUnreachable',
  'mailOther',
  'smsSignIn',
  'smsUnreachable',
  'smsOther',
  'backupPlaceAway',
] as const

export const faultValues = [
  'check',
  'reason',
  'port',
  'size',
  'folder',
  'limit',
  'version',
  'names',
  'seconds',
  'address',
  'status',
  'host',
  'code',
  'place',
  'days',
] as const
type FaultValue = (typeof faultValues)[number]

export const Fault = z.object({
  name: z.string(),
  sentence: z.string(),
  remedy: z.string(),
  sentenceKey: z.enum(faultSentences),
  remedyKey: z.enum(faultRemedies),
  values: z.partialRecord(z.enum(faultValues), z.string()),
})
export type Fault = z.infer<typeof Fault>
export type FaultValues = Record<FaultValue, string>

export const Faults = z.object({ checks: z.number().int(), faults: z.array(Fault) })
export type Faults = z.infer<typeof Faults>

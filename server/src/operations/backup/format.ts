import { z } from 'zod'
import { MEDIA_MAX_BYTES } from '#contract'
import { StartProblem } from '../../platform/db/start-problem.ts'

/**
 * A backup is a tar file, compressed by zstd and perhaps encrypted (platform/secret/encryption.ts). Its entries, in
 * this order:
 *
 *     manifest.json                 version, migrations of the schema, tables with columns, sequences
 *     tables/<table>/000001.copy    rows as PostgreSQL's COPY writes them as text, in parts that end with a row
 *     files/<name>                  the stored files
 *     secrets.json                  secrets from the environment
 *     checksums.json                counts and SHA-256 of all earlier entries
 */
export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets.json'
export const CHECKSUMS = 'checksums.json'

export const FORMAT = 1
/** Approximate size of a part of rows, so that large tables need little memory. */
export const PART_BYTES = 2 ** 21
/** Larger than any row or file; an entry that claims more is rejected. */
export const MAX_ENTRY_BYTES = Math.max(2 ** 26, MEDIA_MAX_BYTES)
export const MAX_EXPANSION = 200
export const FREE_EXPANSION_BYTES = 2 ** 26

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.strictObject({
  application: z.literal('cohesion'),
  format: z.literal(FORMAT),
  version: z.string().max(50),
  postgres: z.string().max(100),
  createdAt: z.iso.datetime(),
  serverName: z.string().max(200),
  /** Names of the migrations that had been applied to the schema of the rows. */
  migrations: z
    .array(z.string().regex(/^\w{1,100}$/))
    .min(1)
    .max(1_000),
  tables: z.array(z.strictObject({ name: identifier, columns: z.array(identifier).min(1).max(200) })).max(1_000),
  sequences: z
    .array(z.strictObject({ name: identifier, value: z.string().regex(/^\d{1,18}$/), isCalled: z.boolean() }))
    .max(1_000),
  /** First days of the months with an audit partition. */
  auditMonths: z.array(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-01$/)).max(1_200),
  /** The service of a single-service archive; absent for the whole server. */
  service: z.strictObject({ id: z.uuid(), title: z.string().max(200) }).optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const Secrets = z.strictObject({
  /** Push keys from the environment. Keys that the server made are in the database. */
  vapid: z.strictObject({ publicKey: z.string().max(200), privateKey: z.string().max(200) }).optional(),
})
export type Secrets = z.infer<typeof Secrets>

export const Checksums = z.strictObject({
  tables: z.record(identifier, z.strictObject({ rows: count, bytes: count, sha256 })),
  /** `missing`: number of files that rows refer to and the store lacks. */
  files: z.strictObject({ count, bytes: count, sha256, missing: count }),
  /** Checksum of names, lengths and contents of all earlier entries. */
  sha256,
})
export type Checksums = z.infer<typeof Checksums>

/** Names of stored files: tokens of 24 random bytes, and their thumbnails. */
export const FILE_NAME = /^[\w-]{22,64}(\.thumb)?$/

/** An archive is refused. The message is one sentence for people. */
export class ArchiveProblem extends StartProblem {
  override name = 'ArchiveProblem'
}

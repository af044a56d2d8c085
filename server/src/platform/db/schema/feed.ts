import type { FeedFilter, FeedFormat, Language } from '#contract'
import type { Json, MomentNow, MomentOrNull } from './columns.ts'

export interface FeedTable {
  id: string
  serviceId: string
  creatorId: string
  name: string
  tokenHash: Buffer
  format: FeedFormat
  filter: Json<FeedFilter>
  language: Language
  timeZone: string
  createdAt: MomentNow
  lastUsedAt: MomentOrNull
  revokedAt: MomentOrNull
}

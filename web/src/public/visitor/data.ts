import type { ComponentType } from 'react'
import type { BoardEntry, LngLat } from '#contract'
import { base64url } from '../../api/base64url.ts'

export type ReportTwins = { sameAs?: BoardEntry | undefined; differsFrom?: readonly BoardEntry[] }

type WrittenReport = ReportTwins & { at: LngLat; typeId: string; text: string; onChange: (twins: ReportTwins) => void }

/** Component with entries of the public board: the newest, or those similar to `report`. */
export type KnownReports = ComponentType<{ board: string; report?: WrittenReport }>

/** Name of the draft with the number of the report just sent, for the next page. */
export const SENT_NOTE = 'visitor.sent'

/** 256 random bits: the secret part of a visitor's follow link. */
export const newKey = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

import type { ComponentType } from 'react'
import type { BoardEntry, LngLat } from '#contract'
import { base64url } from '../../api/base64url.ts'

export type ReportTwins = { sameAs?: BoardEntry | undefined; differsFrom?: readonly BoardEntry[] }

type WrittenReport = ReportTwins & { at: LngLat; typeId: string; text: string; onChange: (twins: ReportTwins) => void }

/** Shows what the public board knows: the newest, or what may be the same as the report. */
export type KnownReports = ComponentType<{ board: string; report?: WrittenReport }>

/** The draft that holds the number of the report just sent, for the page that is opened next. */
export const SENT_NOTE = 'visitor.sent'

/** 256 random bits: the secret part of a visitor's follow link. */
export const newKey = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

import type { ComponentType } from 'react'
import type { LngLat } from '#contract'

/** Shows what the public board knows: near `at`, or the newest. */
export type KnownReports = ComponentType<{ board: string; at?: LngLat | undefined }>

/** 256 random bits: the secret part of a visitor's follow link. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')

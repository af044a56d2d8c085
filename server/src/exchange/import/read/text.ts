import { isAscii, isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '#contract'
import { ReadError } from './format.ts'

const SAMPLE = 100_000

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

const isHebrewLetter = (byte: number) => byte >= 0xe0 && byte <= 0xfa

/** Hebrew words are runs of letters above 0xE0; in western languages such letters stand alone between others. */
const isHebrew = (bytes: Uint8Array): boolean => {
  let inRuns = 0
  let alone = 0
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at++) {
    if (!isHebrewLetter(bytes[at] as number)) continue
    if (isHebrewLetter(bytes[at - 1] ?? 0) || isHebrewLetter(bytes[at + 1] ?? 0)) inRuns++
    else alone++
  }
  return inRuns > alone
}

const decode = (bytes: Uint8Array, encoding: ImportEncoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Detects UTF-16 without a byte order mark: in most texts, many of the even or odd bytes are zero. */
const utf16Of = (bytes: Uint8Array): ImportEncoding | undefined => {
  const length = Math.min(bytes.length, 2_000)
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at++) if (bytes[at] === 0) at % 2 === 0 ? even++ : odd++
  if (odd > length / 8 && even < odd / 10) return 'utf-16le'
  if (even > length / 8 && odd < even / 10) return 'utf-16be'
  return undefined
}

const guesses = (bytes: Uint8Array): ImportEncoding[] => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return ['utf-8']
  if (startsWith(bytes, 0xff, 0xfe)) return ['utf-16le']
  if (startsWith(bytes, 0xfe, 0xff)) return ['utf-16be']
  const wide = utf16Of(bytes)
  if (wide) return [wide]
  return isHebrew(bytes) ? ['utf-8', 'windows-1255', 'windows-1252'] : ['utf-8', 'windows-1252']
}

/**
 * The first line that is not UTF-8, if an earlier line has non-ASCII letters in valid UTF-8: such a file is damaged. A
 * file in another encoding is already invalid at its first non-ASCII line.
 */
const damagedLine = (bytes: Uint8Array): number | undefined => {
  let hasLetters = false
  for (let [line, start] = [1, 0]; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start)
    const part = bytes.subarray(start, end < 0 ? bytes.length : end)
    if (!isUtf8(part)) return hasLetters ? line : undefined
    hasLetters ||= !isAscii(part)
    start += part.length + 1
  }
  return undefined
}

/** Decodes a file in the chosen encoding or, if none was chosen, in the most likely one. */
export const textOf = (bytes: Uint8Array, chosen?: ImportEncoding): { text: string; encoding: ImportEncoding } => {
  const line = !chosen || chosen === 'utf-8' ? damagedLine(bytes) : undefined
  for (const encoding of chosen ? [chosen] : guesses(bytes)) {
    const text = decode(bytes, encoding)
    if (text === undefined && line !== undefined) throw new ReadError('encoding', { line })
    if (text === undefined) continue
    const nul = text.indexOf('\0')
    if (nul >= 0) throw new ReadError('binary', { line: text.slice(0, nul).split('\n').length })
    return { text, encoding }
  }
  throw new ReadError('encoding')
}

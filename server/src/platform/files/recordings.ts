import { MEDIA_MAX_BYTES, Problem } from '#contract'

export type Recording = { kind: 'audio' | 'video'; mime: string; bytes: Uint8Array }

const text = (bytes: Uint8Array, at: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', at, at + length)

const isMp4Sound = (brand: string) => ['M4A ', 'M4B ', 'F4A '].includes(brand)

/**
 * The format of a recording by its first bytes: only formats that browsers play and none that could be a page. WebM and
 * MP4 may hold audio or video; then `hint` decides, or else the file's brand.
 */
export const recordingOf = (bytes: Uint8Array, hint?: 'audio' | 'video'): Omit<Recording, 'bytes'> | undefined => {
  const [first = 0, second = 0] = bytes
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WAVE') return { kind: 'audio', mime: 'audio/wav' }
  if (text(bytes, 0, 4) === 'fLaC') return { kind: 'audio', mime: 'audio/flac' }
  if (text(bytes, 0, 4) === 'OggS')
    return hint === 'video' ? { kind: 'video', mime: 'video/ogg' } : { kind: 'audio', mime: 'audio/ogg' }
  if (text(bytes, 0, 3) === 'ID3') return { kind: 'audio', mime: 'audio/mpeg' }
  if (text(bytes, 4, 4) === 'ftyp') {
    const kind = hint ?? (isMp4Sound(text(bytes, 8, 4)) ? 'audio' : 'video')
    return { kind, mime: `${kind}/mp4` }
  }
  if (text(bytes, 0, 4) === '\x1a\x45\xdf\xa3' && text(bytes, 0, 64).includes('webm')) {
    const kind = hint ?? 'video'
    return { kind, mime: `${kind}/webm` }
  }
  // An MPEG audio frame begins with eleven set bits; the layer distinguishes MP3 from AAC.
  if (first === 0xff && (second & 0xe0) === 0xe0) {
    const layer = (second >> 1) & 3
    if (layer === 0 && (second & 0xf0) === 0xf0) return { kind: 'audio', mime: 'audio/aac' }
    if (layer === 1) return { kind: 'audio', mime: 'audio/mpeg' }
  }
  return undefined
}

export const readRecording = (bytes: Uint8Array, hint?: 'audio' | 'video'): Recording => {
  if (bytes.length > MEDIA_MAX_BYTES) throw new Problem('mediaSize')
  const recording = recordingOf(bytes, hint)
  if (!recording) throw new Problem('notARecording', { fields: { file: 'form.invalid' } })
  return { ...recording, bytes }
}

import type { SealedBytes } from './store.ts'

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** False without https, where browsers have no Web Crypto: data is then stored unencrypted. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

export const importKey = (base64url: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64url), 'AES-GCM', false, ['encrypt', 'decrypt'])

export const seal = async (key: CryptoKey | null, bytes: Uint8Array<ArrayBuffer>): Promise<SealedBytes> => {
  if (!key) return { iv: new Uint8Array(), bytes: bytes.slice().buffer }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

/** Decrypts data. Throws if it was encrypted with another key. */
export const unseal = async (key: CryptoKey | null, { iv, bytes }: SealedBytes): Promise<Uint8Array<ArrayBuffer>> => {
  if (iv.length === 0) return new Uint8Array(bytes)
  if (!key) throw new Error('sealed data without a key')
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes))
}

type FileFacts = { name: string; type: string; size: number }

/** Serialises a value and an optional file: 4 bytes with the length of the JSON, the JSON, the bytes of the file. */
export const pack = async (value: unknown, file?: File): Promise<Uint8Array<ArrayBuffer>> => {
  const attached: FileFacts | undefined = file && { name: file.name, type: file.type, size: file.size }
  const text = new TextEncoder().encode(JSON.stringify({ value, attached }))
  const packed = new Uint8Array(4 + text.length + (file?.size ?? 0))
  new DataView(packed.buffer).setUint32(0, text.length)
  packed.set(text, 4)
  if (file) packed.set(new Uint8Array(await file.arrayBuffer()), 4 + text.length)
  return packed
}

export const unpack = <T>(packed: Uint8Array<ArrayBuffer>): { value: T; file?: File } => {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  const { value, attached } = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))) as {
    value: T
    attached?: FileFacts
  }
  return attached
    ? { value, file: new File([packed.slice(4 + length)], attached.name, { type: attached.type }) }
    : { value }
}

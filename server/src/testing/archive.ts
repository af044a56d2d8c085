import { crc32, deflateRawSync } from 'node:zlib'

export type Entry = {
  name: string
  content: string | Buffer
  isPacked?: boolean
  /** A wrong size for the header; undefined: the size of the content. */
  size?: number
  isEncrypted?: boolean
  method?: number
}

/** Packs a content once, for entries that share it. */
export const packed = (content: Buffer) => ({
  bytes: deflateRawSync(content),
  size: content.length,
  crc: crc32(content),
})
type Packed = ReturnType<typeof packed>

const packedOf = ({ content, isPacked = true }: Entry): Packed & { method: number } => {
  const bytes = Buffer.from(content)
  return isPacked ? { ...packed(bytes), method: 8 } : { bytes, size: bytes.length, crc: crc32(bytes), method: 0 }
}

const headers = (
  entry: Omit<Entry, 'content'>,
  { bytes, size, crc, method }: Packed & { method: number },
  at: number,
) => {
  const title = Buffer.from(entry.name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2)
  common.writeUInt16LE(entry.method ?? method, 4)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(bytes.length, 14)
  common.writeUInt32LE(entry.size ?? size, 18)
  common.writeUInt16LE(title.length, 22)
  const signature = (text: string) => Buffer.from(text, 'latin1')
  const end = Buffer.alloc(14)
  end.writeUInt32LE(at, 10)
  return {
    local: Buffer.concat([signature('PK\x03\x04'), common, title]),
    central: Buffer.concat([signature('PK\x01\x02'), Buffer.from([20, 0]), common, end, title]),
  }
}

const withEnd = (local: readonly Buffer[], central: readonly Buffer[]): Buffer => {
  const first = Buffer.concat(local)
  const second = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(second.length, 12)
  end.writeUInt32LE(first.length, 16)
  return Buffer.concat([first, second, end])
}

/** A ZIP archive, whose headers may contradict the content. */
export const archiveOf = (entries: readonly Entry[]): Buffer => {
  const [local, central]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const entry of entries) {
    const content = packedOf(entry)
    const head = headers(entry, content, offset)
    local.push(head.local, content.bytes)
    central.push(head.central)
    offset += head.local.length + content.bytes.length
  }
  return withEnd(local, central)
}

/** A ZIP archive whose entries all refer to the same bytes. */
export const overlappingArchive = (count: number, content: Buffer): Buffer => {
  const one = { ...packed(content), method: 8 }
  const { local } = headers({ name: 'doc.kml' }, one, 0)
  const central = Array.from({ length: count }, (_, index) => headers({ name: `${index}.kml` }, one, 0).central)
  return withEnd([local, one.bytes], central)
}

export const archiveOfFiles = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  archiveOf(Object.entries(files).map(([name, content]) => ({ name, content })))

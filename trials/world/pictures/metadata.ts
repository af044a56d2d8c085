/** Mark in all metadata of the trial's pictures. No copy made by the server may contain it. */
export const MARK = 'secret-camera-mark'

export const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARK}" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="37,46.5N" exif:GPSLongitude="122,25.2W"/></rdf:RDF></x:xmpmeta>`

/** EXIF fields as sharp writes them into any format. */
export const exifFields = {
  IFD0: { Copyright: MARK, Make: MARK, Model: MARK, ImageDescription: MARK },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '122/1 25/1 10/1' },
}

const text = (value: string) => Buffer.from(value, 'latin1')

type Entry = { tag: number; type: number; count: number; value: Buffer }
const TYPE = { ascii: 2, long: 4, rational: 5, bytes: 7 }

/**
 * EXIF data, which is a TIFF block: a directory with the mark, a directory with the location, and one for the thumbnail
 * if there is any. Phones write either byte order.
 */
export const tiff = (order: 'II' | 'MM', { thumbnail, makerNote }: { thumbnail?: Buffer; makerNote?: Buffer } = {}) => {
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    if (order === 'II') bytes.writeUInt16LE(value)
    else bytes.writeUInt16BE(value)
    return bytes
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (order === 'II') bytes.writeUInt32LE(value)
    else bytes.writeUInt32BE(value)
    return bytes
  }
  const ascii = (tag: number, value: string): Entry => {
    const bytes = text(`${value}\0`)
    return { tag, type: TYPE.ascii, count: bytes.length, value: bytes }
  }
  const long = (tag: number, value: number): Entry => ({ tag, type: TYPE.long, count: 1, value: u32(value) })
  const rationals = (tag: number, values: number[]): Entry => ({
    tag,
    type: TYPE.rational,
    count: values.length,
    value: Buffer.concat(values.flatMap((value) => [u32(value), u32(1)])),
  })
  const directory = (entries: Entry[], at: number, next = 0): Buffer => {
    const head: Buffer[] = [u16(entries.length)]
    const rest: Buffer[] = []
    let offset = at + 2 + entries.length * 12 + 4
    for (const { tag, type, count, value } of entries) {
      const isInline = value.length <= 4
      head.push(u16(tag), u16(type), u32(count), isInline ? Buffer.concat([value], 4) : u32(offset))
      if (isInline) continue
      rest.push(value)
      offset += value.length
    }
    return Buffer.concat([...head, u32(next), ...rest])
  }
  const place = [ascii(1, 'N'), rationals(2, [37, 46, 30]), ascii(3, 'W'), rationals(4, [122, 25, 10]), ascii(27, MARK)]
  const main = (gpsAt: number) => [
    ascii(0x010f, MARK),
    ascii(0x0110, MARK),
    long(0x8825, gpsAt),
    ...(makerNote ? [{ tag: 0x927c, type: TYPE.bytes, count: makerNote.length, value: makerNote }] : []),
    ascii(0xa431, MARK),
  ]
  const FIRST = 8
  const gpsAt = FIRST + directory(main(0), FIRST).length
  const gps = directory(place, gpsAt)
  const thumbnailAt = gpsAt + gps.length
  const thumbnailDirectory = (bytesAt: number) =>
    directory([long(0x0201, bytesAt), long(0x0202, thumbnail?.length ?? 0)], thumbnailAt)
  const parts = [text(order), u16(42), u32(FIRST), directory(main(gpsAt), FIRST, thumbnail ? thumbnailAt : 0), gps]
  if (!thumbnail) return Buffer.concat(parts)
  return Buffer.concat([...parts, thumbnailDirectory(thumbnailAt + thumbnailDirectory(0).length), thumbnail])
}

/** IPTC data in the wrapping of Photoshop: a caption, a city and an arbitrary resource. */
export const photoshopResources = (): Buffer => {
  const field = (number: number, value: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, value.length]), text(value)])
  const iptc = Buffer.concat([field(120, MARK), field(90, `${MARK} San Francisco`)])
  const resource = (id: number, bytes: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(id, 0)
    head.writeUInt32BE(bytes.length, 4)
    return Buffer.concat([text('8BIM'), head, bytes, Buffer.alloc(bytes.length % 2)])
  }
  return Buffer.concat([text('Photoshop 3.0\0'), resource(0x0404, iptc), resource(0x040c, text(MARK))])
}

/** A valid colour profile with the mark as its copyright or its description. */
export const markedProfile = (profile: Buffer): Buffer => {
  const marked = Buffer.from(profile)
  const at = marked.indexOf('text')
  const from = at >= 0 ? at + 8 : marked.length - MARK.length
  marked.write(MARK, from, 'latin1')
  return marked
}

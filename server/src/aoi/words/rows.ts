import { Codes } from '../memory/codes.ts'

const MOST_IDS = 2 ** 32 - 1

/** An id as the columns know it: its digits alone. */
export const digitsOf = (id: string): string => id.replaceAll('-', '').toLowerCase()
/** Stands where there is no id. */
export const NONE = '0'.repeat(32)

export type Row = {
  number: number
  look: number
  /** In µs since 2000. */
  createdAt: number
  lng: number
  lat: number
  serviceId: string
  eventTypeId: string
  creatorId: string
}

/** A place on a globe of radius one. */
export const onGlobe = (lng: number, lat: number): [x: number, y: number, z: number] => {
  const [east, north] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** What a search asks of AOIs besides their words, as columns of numbers, 41 bytes each, in the order they came. */
export class Rows {
  length = 0
  highestNumber = 0
  readonly services = new Codes(MOST_IDS)
  readonly types = new Codes(MOST_IDS)
  readonly creators = new Codes(MOST_IDS)
  number = new Uint32Array(0)
  service = new Uint32Array(0)
  creator = new Uint32Array(0)
  type = new Uint32Array(0)
  look = new Uint8Array(0)
  createdAt = new Float64Array(0)
  /** On the globe. */
  x = new Float32Array(0)
  y = new Float32Array(0)
  z = new Float32Array(0)
  /** Its place among all names, from 1 on; 0 of those that came since the names were put in order. */
  rank = new Uint32Array(0)

  push(row: Row): void {
    if (this.length === this.number.length) this.#grow()
    const at = this.length++
    this.number[at] = row.number
    this.highestNumber = Math.max(this.highestNumber, row.number)
    this.service[at] = this.services.of(row.serviceId)
    this.creator[at] = this.creators.of(row.creatorId)
    this.type[at] = this.types.of(row.eventTypeId)
    this.look[at] = row.look
    this.createdAt[at] = row.createdAt
    const [x, y, z] = onGlobe(row.lng, row.lat)
    this.x[at] = x
    this.y[at] = y
    this.z[at] = z
  }

  /** By half, so that a row is moved only a few times. */
  #grow(): void {
    const capacity = Math.max(256, Math.ceil(this.length * 1.5))
    this.number = copied(this.number, new Uint32Array(capacity))
    this.service = copied(this.service, new Uint32Array(capacity))
    this.creator = copied(this.creator, new Uint32Array(capacity))
    this.type = copied(this.type, new Uint32Array(capacity))
    this.look = copied(this.look, new Uint8Array(capacity))
    this.createdAt = copied(this.createdAt, new Float64Array(capacity))
    this.x = copied(this.x, new Float32Array(capacity))
    this.y = copied(this.y, new Float32Array(capacity))
    this.z = copied(this.z, new Float32Array(capacity))
    this.rank = copied(this.rank, new Uint32Array(capacity))
  }
}

type Column = Uint32Array | Uint8Array | Float64Array | Float32Array

const copied = <T extends Column>(column: Column, into: T): T => {
  into.set(column)
  return into
}

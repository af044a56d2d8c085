import { withRoom } from '../../platform/kit/column.ts'
import { IdCodes } from '../../platform/kit/id-codes.ts'
import type { AoiPart } from '../live-view/aoi-part.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import type { Coding } from './block-sums.ts'
import { NO_CODE } from './timed-rows.ts'

/** What AOIs are filtered and grouped by, but time. For the sole member who changed something nothing is unread. */
export const TRAIT_COLUMNS = ['kindState', 'eventTypeId', 'creatorId', 'communityId', 'soleChangerId'] as const

const MAX_PAIRS = 2 ** 17
/** A number in each of the five columns, and the entry of the map. */
const CLASS_BYTES = 60

/**
 * AOIs that are equal in all their traits are of one class, which has a code from 1 on. However many AOIs there are, there are few
 * classes: what is asked of AOIs is decided once for each class.
 */
export class Classes {
  readonly members = new IdCodes()
  readonly types = new IdCodes()
  readonly communities = new IdCodes()
  /** The codes of classes are below this. */
  size = NO_CODE + 1
  kindState = new Uint8Array(1)
  type = new Uint16Array(1)
  creator = new Uint16Array(1)
  community = new Uint16Array(1)
  soleChanger = new Uint16Array(1)
  readonly #codes = new Map<number, number>()
  /** Types and communities together: an AOI has at most one of the two. */
  readonly #pairs = new Map<number, number>()

  get bytes(): number {
    return this.size * CLASS_BYTES
  }

  /** False if there are more members, types or communities than codes: then the classes cannot tell them apart. */
  get isComplete(): boolean {
    const { members, types, communities } = this
    return !members.isFull && !types.isFull && !communities.isFull && this.#pairs.size < MAX_PAIRS
  }

  /** The class of each AOI; `NO_CODE` of a deleted or merged one. */
  encodeAll({ count, kindState, ...part }: AoiPart<(typeof TRAIT_COLUMNS)[number]>): Uint32Array {
    const { eventTypeId, communityId, creatorId, soleChangerId } = part
    const [types, communities] = [this.types.encodeAll(eventTypeId.ids), this.communities.encodeAll(communityId.ids)]
    const [creators, changers] = [this.members.encodeAll(creatorId.ids), this.members.encodeAll(soleChangerId.ids)]
    const codes = new Uint32Array(count)
    for (let index = 0; index < count; index++) {
      codes[index] = this.#codeOf(
        kindState[index] as number,
        types[eventTypeId.codes[index] as number] as number,
        communities[communityId.codes[index] as number] as number,
        creators[creatorId.codes[index] as number] as number,
        changers[soleChangerId.codes[index] as number] as number,
      )
    }
    return codes
  }

  #codeOf(kindState: number, type: number, community: number, creator: number, soleChanger: number): number {
    if (kindState === REMOVED) return NO_CODE
    const pairKey = type * 2 ** 16 + community
    const pair = this.#pairs.get(pairKey) ?? this.#pairs.size
    if (pair === this.#pairs.size) this.#pairs.set(pairKey, pair)
    // 17, 4, 16 and 16 bits: as many as a number holds exactly.
    const key = ((pair * 2 ** 4 + kindState) * 2 ** 16 + creator) * 2 ** 16 + soleChanger
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.size++
    this.kindState = withRoom(this.kindState, this.size)
    this.type = withRoom(this.type, this.size)
    this.creator = withRoom(this.creator, this.size)
    this.community = withRoom(this.community, this.size)
    this.soleChanger = withRoom(this.soleChanger, this.size)
    this.kindState[code] = kindState
    this.type[code] = type
    this.creator[code] = creator
    this.community[code] = community
    this.soleChanger[code] = soleChanger
    this.#codes.set(key, code)
    return code
  }
}

/** The code of a row is that of its class. */
export const byClass: Coding = ({ code }, places, count, codes) => {
  for (let index = 0; index < count; index++) codes[index] = code[places[index] as number] as number
}

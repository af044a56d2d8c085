import { withRoom } from '../kit/column.ts'
import { IdCodes } from '../kit/id-codes.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import type { Coding } from './block-sums.ts'
import { NO_CODE } from './timed-rows.ts'

/** What AOIs are filtered and grouped by, but time. */
export type Traits = {
  kindState: number
  eventTypeId: string | null
  creatorId: string | null
  communityId: string | null
  /** The member who changed it last, if nobody else ever did: for that member nothing is unread. */
  soleChangerId: string | null
}

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

  encode(traits: Traits): number {
    if (traits.kindState === REMOVED) return NO_CODE
    const [type, community] = [this.types.encode(traits.eventTypeId), this.communities.encode(traits.communityId)]
    const [creator, soleChanger] = [this.members.encode(traits.creatorId), this.members.encode(traits.soleChangerId)]
    const pairKey = type * 2 ** 16 + community
    const pair = this.#pairs.get(pairKey) ?? this.#pairs.size
    if (pair === this.#pairs.size) this.#pairs.set(pairKey, pair)
    // 17, 4, 16 and 16 bits: as many as a number holds exactly.
    const key = ((pair * 2 ** 4 + traits.kindState) * 2 ** 16 + creator) * 2 ** 16 + soleChanger
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.size++
    this.kindState = withRoom(this.kindState, this.size)
    this.type = withRoom(this.type, this.size)
    this.creator = withRoom(this.creator, this.size)
    this.community = withRoom(this.community, this.size)
    this.soleChanger = withRoom(this.soleChanger, this.size)
    this.kindState[code] = traits.kindState
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

import type { AoiKind } from '#contract'
import { IdCodes } from '../../platform/kit/id-codes.ts'
import type { CountedRow } from './counted-rows.ts'
import { Worth, type WorthCount } from './worth.ts'

/** Something that a metric counts. The label is the kind of its AOI, a space, and what it is worth. */
export type LabelledRow = { number: number; at: number; label: string }

const kindAndWorthIn = (label: string) => {
  const space = label.indexOf(' ')
  return { kind: label.slice(0, space), worth: new Worth(label.slice(space + 1)) }
}

/** The labels of rows, by code. */
export class Labels {
  readonly #codes = new IdCodes()
  readonly #parts: ReturnType<typeof kindAndWorthIn>[] = []

  /** Codes are below this. */
  get size(): number {
    return this.#codes.ids.length
  }

  get isFull(): boolean {
    return this.#codes.isFull
  }

  encode({ number, at, label }: LabelledRow): CountedRow {
    const code = this.#codes.encode(label)
    this.#parts[code] ??= kindAndWorthIn(label)
    return { number, at, code }
  }

  /** Of one kind or of all. */
  worthsOf(counts: Uint32Array, kind: AoiKind | undefined): WorthCount[] {
    const found: WorthCount[] = []
    for (let code = 1; code < counts.length; code++) {
      const [part, count] = [this.#parts[code], counts[code] as number]
      if (part && count > 0 && (!kind || part.kind === kind)) found.push({ worth: part.worth, count })
    }
    return found
  }
}

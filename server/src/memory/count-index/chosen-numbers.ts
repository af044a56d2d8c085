import type { AoiFilter } from '#contract'
import { BitSet } from '../../platform/kit/bit-set.ts'
import type { Pace } from '../../platform/kit/slices.ts'
import { anyRow, isState } from '../live-view/column-filter.ts'
import { type CountedFilter, classesOf, keepByClass } from './class-filter.ts'
import { type Counting, visitRows } from './count-rows.ts'
import { type Facts, RECEIVED_AT } from './live-facts.ts'
import { undoneClasses, unopenedClasses } from './tallies.ts'
import type { TimedRows } from './timed-rows.ts'

/** What only the database knows of a reader: when it joined (µs since 2000), and which AOIs it opened since their last change. */
export type ReaderHistory = { joinedAt: number; openedNumbers: readonly number[] }

/** Of whoever chose neither what is read nor what is unread. */
export const NO_HISTORY: ReaderHistory = { joinedAt: 0, openedNumbers: [] }

/** Whether a filter finds something else for each reader. */
export const isOfReader = (type: AoiFilter['type']): type is 'read' | 'unread' => type === 'read' || type === 'unread'

type Chooser = { readerId: string; history: ReaderHistory; pace: Pace | undefined }

/** The numbers of a service's AOIs that a reader chose by state, read or unread, kind, type, creator and community, of any time. */
export async function chosenNumbers(facts: Facts, filter: CountedFilter, chooser: Chooser): Promise<BitSet> {
  const { rows } = facts.service
  const { readerId, history, pace } = chooser
  const { type } = filter
  const passing = classesOf(facts.classes, { ...filter, type: isState(type) ? type : 'all' })
  if (!isOfReader(type)) return numbersOf(rows, { keep: keepByClass(passing) }, pace)

  const unopened = unopenedClasses(facts.classes, passing, readerId)
  const since = { valueIndex: RECEIVED_AT, from: history.joinedAt }
  const unread = await numbersOf(rows, { keep: keepByClass(unopened), since }, pace)
  for (const number of history.openedNumbers) unread.delete(number)
  if (type === 'unread') return unread
  const open = await numbersOf(rows, { keep: keepByClass(undoneClasses(facts.classes, passing)) }, pace)
  open.deleteAll(unread)
  return open
}

async function numbersOf(rows: TimedRows, kept: Pick<Counting, 'keep' | 'since'>, pace: Pace | undefined) {
  const { number } = rows
  const numbers = new BitSet(highestOf(rows))
  const add = (places: Uint32Array, count: number) => {
    for (let index = 0; index < count; index++) numbers.add(number[places[index] as number] as number)
  }
  await visitRows(rows, { span: { from: anyRow.from, to: anyRow.to }, ...kept }, add, pace)
  return numbers
}

function highestOf({ number, length }: TimedRows): number {
  let highest = 0
  for (let place = 0; place < length; place++) highest = Math.max(highest, number[place] as number)
  return highest
}

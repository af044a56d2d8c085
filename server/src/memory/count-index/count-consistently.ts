import { Pace } from '../../platform/kit/slices.ts'
import type { LiveViews } from '../live-view/live-views.ts'

/** So often rows are counted again if some changed meanwhile; the last time without a pause. */
const ATTEMPTS = 3

/** Copies of services; equal revisions mean equal contents. */
type Copies = { revision(): string }

/** A copy whose classes may be too many to be told apart. */
type Classed = { classes: { isComplete: boolean }; service: { revision: number } }

/** The copies of all these services. Undefined if one of them is absent, or cannot tell all its classes apart. */
export const completeCopies = async <T extends Classed>(
  views: Pick<LiveViews<T>, 'snapshots'>,
  serviceIds: readonly string[],
): Promise<(Copies & { services: { id: string; data: T }[] }) | undefined> => {
  const { byKey } = await views.snapshots(serviceIds)
  const services = serviceIds.flatMap((id) => {
    const data = byKey.get(id)?.data
    return data?.classes.isComplete ? [{ id, data }] : []
  })
  if (services.length < serviceIds.length) return undefined
  return { services, revision: () => services.map(({ data }) => data.service.revision).join() }
}

type Work<F extends Copies, Own, T> = {
  /** The copies as they are now; undefined if one is absent. */
  snapshot: () => Promise<F | undefined>
  /** Asks the database for what belongs to the counts and is not in memory. */
  read: (found: F) => Promise<Own>
  /** In slices, without `pace` at once. */
  count: (found: F, own: Own, pace: Pace | undefined) => Promise<T>
}

/** Counts and what was read are of the same state: all over again if a row changed in between, which might be counted twice or not at all. */
export async function countConsistently<F extends Copies, Own, T>({
  snapshot,
  read,
  count,
}: Work<F, Own, T>): Promise<{ counted: T; own: Own } | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const first = await snapshot()
    if (!first) return undefined
    const before = first.revision()
    const own = await read(first)
    const found = await snapshot()
    if (!found || found.revision() !== before) continue
    const counted = await count(found, own, attempt < ATTEMPTS ? new Pace() : undefined)
    if (found.revision() === before) return { counted, own }
  }
  return undefined
}

import { distanceMetres, TWINS_OFFERED, type Twin, type TwinGroup } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import {
  type ComparedReport,
  highestScore,
  type Likeness,
  likenessOf,
  type PreparedReport,
  prepareReport,
  SHOWN_SCORE,
  SUGGESTED_SCORE,
  scoreOf,
  type TwinRange,
} from './likeness.ts'
import { type Candidate, candidatesAround, candidatesOf, dismissedPairs, recentCandidates } from './queries.ts'
import { WordIndex } from './word-index.ts'

const METRES_PER_DEGREE = 111_000
const COMPARED_IN_A_TURN = 256

const asTwin = ({ shown }: Candidate, { score, ...reasons }: Likeness, isClaimed = false): Twin => ({
  ...shown,
  ...reasons,
  score: Math.round(score * 100) / 100,
  isSuggested: score >= SUGGESTED_SCORE,
  isClaimed,
})

type Question = {
  serviceId: string
  report: ComparedReport
  range: TwinRange
  aoiId?: string
  /** Events that a reporter claimed to be the same, which are always included. */
  claimedIds?: readonly string[]
}

/** Likeness of events that are outside the range: distance and age without a score. */
const unlike = (a: ComparedReport, b: ComparedReport): Likeness => ({
  score: 0,
  metres: Math.round(distanceMetres(a.place, b.place)),
  minutes: Math.round(Math.abs(a.createdAt.getTime() - b.createdAt.getTime()) / 60_000),
  words: [],
})

export const twinsOf = async (
  db: Db,
  { serviceId, report, range, aoiId, claimedIds = [] }: Question,
  limit = TWINS_OFFERED,
): Promise<Twin[]> => {
  const { place, createdAt } = report
  const isOff = range.radiusMetres === 0 || range.hours === 0
  const claimed = claimedIds.length === 0 ? [] : await candidatesOf(db, serviceId, claimedIds)
  const near = isOff ? [] : await candidatesAround(db, { serviceId, place, createdAt, range, ...(aoiId && { aoiId }) })
  const asked = prepareReport(report)
  const turns = new Turns()
  const twins: Twin[] = []
  for (const [at, other] of [...claimed, ...near].entries()) {
    const isClaimed = at < claimed.length
    if (!isClaimed && claimed.some(({ shown }) => shown._id === other.shown._id)) continue
    await turns.next()
    const likeness = likenessOf(asked, prepareReport(other.report), range)
    if (isClaimed) twins.push(asTwin(other, likeness ?? unlike(report, other.report), true))
    else if (likeness && likeness.score >= SHOWN_SCORE) twins.push(asTwin(other, likeness))
  }
  return twins.toSorted((a, b) => Number(b.isClaimed) - Number(a.isClaimed) || b.score - a.score).slice(0, limit)
}

type PreparedCandidate = Candidate & { prepared: PreparedReport }

const isNearByLatitude = (a: PreparedCandidate, b: PreparedCandidate) =>
  Math.abs(a.report.place[1] - b.report.place[1]) * METRES_PER_DEGREE <= a.range.radiusMetres

export const groupReports = async (
  reports: readonly Candidate[],
  dismissed: ReadonlySet<string>,
): Promise<TwinGroup[]> => {
  const turns = new Turns()
  const candidates: PreparedCandidate[] = []
  for (const candidate of reports) {
    await turns.next()
    candidates.push({ ...candidate, prepared: prepareReport(candidate.report) })
  }
  const index = await WordIndex.of(
    candidates.map(({ prepared }) => prepared),
    turns,
  )
  const grouped = new Set<string>()
  const isDismissed = (a: string, b: string) => dismissed.has(a < b ? `${a} ${b}` : `${b} ${a}`)
  const twinOf = (first: PreparedCandidate, other: PreparedCandidate, sharedWeight: number): Twin[] => {
    const { _id } = other.shown
    if (highestScore(first.prepared, other.prepared, sharedWeight) < SUGGESTED_SCORE) return []
    if (grouped.has(_id) || !isNearByLatitude(first, other) || isDismissed(first.shown._id, _id)) return []
    const distance = scoreOf(first.prepared, other.prepared, first.range, sharedWeight)
    if (!distance || distance.score < SUGGESTED_SCORE) return []
    const likeness = likenessOf(first.prepared, other.prepared, first.range, index.isMisspeltIn)
    return likeness ? [asTwin(other, likeness)] : []
  }
  const groups: TwinGroup[] = []
  for (const [place, first] of candidates.entries()) {
    if (grouped.has(first.shown._id)) continue
    const twins: Twin[] = []
    await turns.next()
    const weights = await index.sharedWeights(first.prepared, turns)
    for (let at = place + 1; at < candidates.length; at++) {
      if (at % COMPARED_IN_A_TURN === 0) await turns.next()
      const other = candidates[at]
      if (other) twins.push(...twinOf(first, other, weights[at] ?? 0))
    }
    if (twins.length === 0) continue
    for (const { _id } of twins) grouped.add(_id)
    groups.push({ main: first.shown, twins })
  }
  return groups
}

export const suggestedGroups = async (db: Db, serviceId: string): Promise<TwinGroup[]> =>
  (await groupReports(await recentCandidates(db, serviceId), await dismissedPairs(db, serviceId))).reverse()

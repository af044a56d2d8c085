import { distanceMetres, TWINS_OFFERED, type Twin, type TwinGroup } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import {
  type ComparedReport,
  type Likeness,
  likenessOf,
  type PreparedReport,
  prepareReport,
  SHOWN_SCORE,
  SUGGESTED_SCORE,
  type TwinRange,
} from './likeness.ts'
import { type Candidate, candidatesAround, candidatesOf, dismissedPairs, recentCandidates } from './queries.ts'

const METRES_PER_DEGREE = 111_000

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
  /** Events that a reporter said are the same; they are in the answer however unlike they are. */
  claimedIds?: readonly string[]
}

/** Reasons for events that are too far apart to be alike. */
const unlike = (a: ComparedReport, b: ComparedReport): Likeness => ({
  score: 0,
  metres: Math.round(distanceMetres(a.place, b.place)),
  minutes: Math.round(Math.abs(a.createdAt.getTime() - b.createdAt.getTime()) / 60_000),
  words: [],
})

/** Events that may be the same as a report: those that a reporter named, then the most alike. */
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
  const compare = (candidate: Candidate) => likenessOf(asked, prepareReport(candidate.report), range)
  return [
    ...claimed.map((other) => asTwin(other, compare(other) ?? unlike(report, other.report), true)),
    ...near.flatMap((other) => {
      if (claimed.some(({ shown }) => shown._id === other.shown._id)) return []
      const likeness = compare(other)
      return likeness && likeness.score >= SHOWN_SCORE ? [asTwin(other, likeness)] : []
    }),
  ]
    .toSorted((a, b) => Number(b.isClaimed) - Number(a.isClaimed) || b.score - a.score)
    .slice(0, limit)
}

type PreparedCandidate = Candidate & { prepared: PreparedReport }

/** Whether the second one may be as near as the range of the first allows; distances are compared only then. */
const isNearByLatitude = (a: PreparedCandidate, b: PreparedCandidate) =>
  Math.abs(a.report.place[1] - b.report.place[1]) * METRES_PER_DEGREE <= a.range.radiusMetres

/** Each report with the later ones that are so alike that they are suggested; every report is in one group at most. */
export const groupReports = (reports: readonly Candidate[], dismissed: ReadonlySet<string>): TwinGroup[] => {
  const candidates = reports.map((candidate) => ({ ...candidate, prepared: prepareReport(candidate.report) }))
  const grouped = new Set<string>()
  const isDismissed = (a: string, b: string) => dismissed.has(a < b ? `${a} ${b}` : `${b} ${a}`)
  return candidates.flatMap((first, index) => {
    if (grouped.has(first.shown._id)) return []
    const twins = candidates.slice(index + 1).flatMap((other) => {
      const { _id } = other.shown
      if (grouped.has(_id) || !isNearByLatitude(first, other) || isDismissed(first.shown._id, _id)) return []
      const likeness = likenessOf(first.prepared, other.prepared, first.range)
      return likeness && likeness.score >= SUGGESTED_SCORE ? [asTwin(other, likeness)] : []
    })
    if (twins.length === 0) return []
    for (const { _id } of twins) grouped.add(_id)
    return [{ main: first.shown, twins }]
  })
}

/** The groups of recent reports in a service that are suggested to be one event, the newest group first. */
export const suggestedGroups = async (db: Db, serviceId: string): Promise<TwinGroup[]> =>
  groupReports(await recentCandidates(db, serviceId), await dismissedPairs(db, serviceId)).reverse()

import { useInfiniteQuery } from '@tanstack/react-query'
import { type AuditEntry, auditApi, type CallInput } from '#contract'
import { call } from '../../api/call.ts'

const auditKeys = { list: (query: object) => ['audit', query] } as const

export type AuditQuery = Omit<NonNullable<CallInput<typeof auditApi.list>['query']>, 'cursor' | 'limit'>

export const useAudit = (query: AuditQuery) =>
  useInfiniteQuery({
    queryKey: auditKeys.list(query),
    queryFn: ({ pageParam, signal }) => call(auditApi.list, { query: { ...query, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

const PAGE = 1000

export const readAll = async (query: AuditQuery): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await call(auditApi.list, { query: { ...query, cursor, limit: PAGE } })
    entries.push(...page.entries)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return entries
}

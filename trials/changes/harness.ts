import type { Api, Member } from '../world/api.ts'
import { readRows } from '../world/database.ts'
import type { SecondService } from '../world/second-service.ts'

type ChangeRequest = {
  as?: Pick<Member, 'token'> | undefined
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  recordedIn?: 'audit' | 'history'
}

// biome-ignore lint/suspicious/noExplicitAny: a trial reads whatever the server answers
type Json = any

/**
 * Makes one change, named as in the OpenAPI document, and checks that it is recorded exactly once. Returns the reply.
 */
export type MakeChange = (operation: string, request?: ChangeRequest) => Promise<Json>

export type ChangeScene = {
  api: Api
  change: MakeChange
  service: SecondService
  owner: Member
  picture: Blob
  folder: string
  fail: (text: string) => void
}

const COUNTS = `select
  (select count(*)::int from audit where outcome = 'done') as audit,
  (select count(*)::int from log_entry) as history`

export const countRecords = async (folder: string): Promise<{ audit: number; history: number }> => {
  const [counts] = await readRows<{ audit: number; history: number }>(folder, COUNTS)
  return counts ?? { audit: 0, history: 0 }
}

type Tools = { api: Api; folder: string; technician: Member; fail: (text: string) => void }

export const changeMaker = ({ api, folder, technician, fail }: Tools) => {
  const tried = new Set<string>()
  const change: MakeChange = async (
    operation,
    { as = technician, params = {}, recordedIn = 'audit', ...request } = {},
  ) => {
    const [method = '', path = ''] = operation.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const before = await countRecords(folder)
    const answer = await api.send(method, filled, { token: as.token, ...request })
    tried.add(operation)
    if (answer.status !== 200) {
      fail(`${operation} got ${answer.status} ${answer.text.slice(0, 200)}`)
      return {}
    }
    const after = await countRecords(folder)
    const audited = after.audit - before.audit
    const expected = recordedIn === 'audit' ? 1 : 0
    if (audited !== expected) fail(`${operation} has ${audited} entries in the audit, not ${expected}`)
    const lines = after.history - before.history
    if (recordedIn === 'history' && lines !== 1) fail(`${operation} has ${lines} lines in the history, not 1`)
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : {}
  }
  return { change, tried }
}

/** Caller of requests that no member makes: through a link, or before signing in. */
export const nobody = { token: '' }

export const formOf = (fields: Record<string, string | Blob>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

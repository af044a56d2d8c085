import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { inviteApi } from '#contract'
import { call } from '../../api/call.ts'

const PAUSE_MS = 350

export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

/**
 * Whether a username is available. Checked when typing pauses. If the check fails, registering reports a taken name.
 */
export const useAvailability = (token: string, username: string): Availability => {
  const name = username.trim()
  const [settled] = useDebouncedValue(name, PAUSE_MS)
  const [result, setResult] = useState<{ username: string; isFree: boolean | undefined }>()
  useEffect(() => {
    if (!/^[\p{L}\p{N}._-]{1,60}$/u.test(settled)) return
    const leaving = new AbortController()
    call(inviteApi.username, { params: { token }, query: { username: settled } }, leaving.signal).then(
      ({ isFree }) => setResult({ username: settled, isFree }),
      () => leaving.signal.aborted || setResult({ username: settled, isFree: undefined }),
    )
    return () => leaving.abort()
  }, [token, settled])
  if (!name) return 'unknown'
  if (result?.username !== name) return settled === name && /^[\p{L}\p{N}._-]+$/u.test(name) ? 'checking' : 'unknown'
  return result.isFree === undefined ? 'unknown' : result.isFree ? 'free' : 'taken'
}

import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { inviteApi } from '#contract'
import { call } from '../api/call.ts'

const PAUSE_MS = 350

export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

/** Whether a name can be had, asked when the typing pauses. Where it cannot be asked, registering will tell. */
export const useAvailability = (token: string, username: string): Availability => {
  const wanted = username.trim()
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const [known, setKnown] = useState<{ username: string; isFree: boolean | undefined }>()
  useEffect(() => {
    if (!/^[\p{L}\p{N}._-]{1,60}$/u.test(settled)) return
    const leaving = new AbortController()
    call(inviteApi.username, { params: { token }, query: { username: settled } }, leaving.signal).then(
      ({ isFree }) => setKnown({ username: settled, isFree }),
      () => leaving.signal.aborted || setKnown({ username: settled, isFree: undefined }),
    )
    return () => leaving.abort()
  }, [token, settled])
  if (!wanted) return 'unknown'
  if (known?.username !== wanted)
    return settled === wanted && /^[\p{L}\p{N}._-]+$/u.test(wanted) ? 'checking' : 'unknown'
  return known.isFree === undefined ? 'unknown' : known.isFree ? 'free' : 'taken'
}

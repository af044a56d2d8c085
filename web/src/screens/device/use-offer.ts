import { useMutationState } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { pushState } from '../../messaging/notification/push.ts'

const ANSWERED = 'cohesion.push.answered'

/** Offers push once, after the member's first report or share. */
export const useOffer = (): { isOffered: boolean; answer: () => void } => {
  const done = useMutationState({
    filters: { status: 'success', mutationKey: aoiKeys.all },
  }).length
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    if (done === 0 || localStorage.getItem(ANSWERED)) return
    pushState().then(
      (state) => setIsOffered(state === 'off' && Notification.permission === 'default'),
      () => {},
    )
  }, [done])
  const answer = () => {
    localStorage.setItem(ANSWERED, 'yes')
    setIsOffered(false)
  }
  return { isOffered, answer }
}

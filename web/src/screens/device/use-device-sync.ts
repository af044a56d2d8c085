import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceApi, type Profile } from '#contract'
import { call } from '../../api/call.ts'
import { keepAnswers } from '../../api/device/answers.ts'
import { takeDevice } from '../../api/device/holder.ts'
import { loadOutgoing, type Senders, sendOutgoing } from '../../api/device/outgoing.ts'
import { isSendable, onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import { liveState, onLiveState } from '../../api/live.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { ENTRY_REQUEST, sendEntry } from '../../core/aoi/log/outgoing.ts'
import { AOI_REQUEST, sendAoi } from '../../core/aoi/outgoing.ts'
import { followCovers } from '../../public/cover/copies.ts'

const senders: Senders = { [AOI_REQUEST]: sendAoi, [ENTRY_REQUEST]: sendEntry }
const TRY_EVERY_MS = 30_000

const isWaiting = () => outgoingRequests().some(isSendable)

/** Stores server replies on the device, and sends requests made offline once the server is reachable. */
export const useDeviceSync = ({ _id }: Profile): void => {
  const queries = useQueryClient()
  useEffect(() => {
    const ends: (() => void)[] = []
    let isEnded = false
    let isSending = false

    const send = async () => {
      if (isSending || !navigator.onLine || !isWaiting()) return
      isSending = true
      try {
        const isReachable = await sendOutgoing(senders)
        await queries.invalidateQueries({ queryKey: aoiKeys.all })
        isSending = false
        // More requests were made during the sending.
        if (isReachable && isWaiting()) void send()
      } catch {
        isSending = false
      }
    }
    const begin = async () => {
      const holder = await takeDevice(_id, () => call(deviceApi.key))
      if (isEnded) return
      ends.push(keepAnswers(queries, holder), followCovers(queries))
      await loadOutgoing()
      await send()
    }
    // `begin` fails offline, since it loads the device's key; it is retried on the timer and when connected.
    const tryBegin = () => {
      if (ends.length === 0) begin().catch(() => {})
      else void send()
    }
    const timer = setInterval(tryBegin, TRY_EVERY_MS)
    const stopLive = onLiveState(() => liveState() === 'live' && tryBegin())
    const stopOutgoing = onOutgoingRequests(() => liveState() === 'live' && void send())
    window.addEventListener('online', tryBegin)
    tryBegin()
    return () => {
      isEnded = true
      clearInterval(timer)
      window.removeEventListener('online', tryBegin)
      for (const end of [stopLive, stopOutgoing, ...ends]) end()
    }
  }, [queries, _id])
}

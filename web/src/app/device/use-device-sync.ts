import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '#contract'
import { AOI_WORK, sendAoi } from '../../aoi/outgoing.ts'
import { keepAnswers } from '../../api/device/answers.ts'
import { takeDevice } from '../../api/device/holder.ts'
import { loadWork, type Senders, sendWork } from '../../api/device/outgoing.ts'
import { isSendable, onUnsentWork, unsentWork } from '../../api/device/unsent.ts'
import { liveState, onLiveState } from '../../api/live.ts'
import { ENTRY_WORK, sendEntry } from '../../log/outgoing.ts'

const senders: Senders = { [AOI_WORK]: sendAoi, [ENTRY_WORK]: sendEntry }
const TRY_EVERY_MS = 30_000

const isWaiting = () => unsentWork().some(isSendable)

/** Stores answers of the server on the device, and sends what was made offline once the server is reachable. */
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
        const isLine = await sendWork(senders)
        await queries.invalidateQueries({ queryKey: ['aoi'] })
        isSending = false
        // What was made while the rest was on its way.
        if (isLine && isWaiting()) void send()
      } catch {
        isSending = false
      }
    }
    const begin = async () => {
      const holder = await takeDevice(_id)
      if (isEnded) return
      ends.push(keepAnswers(queries, holder))
      await loadWork()
      await send()
    }
    // Started offline, before the device had its key: tried again when the connection is back.
    const tryBegin = () => {
      if (ends.length === 0) begin().catch(() => {})
      else void send()
    }
    const timer = setInterval(tryBegin, TRY_EVERY_MS)
    const stopLive = onLiveState(() => liveState() === 'live' && tryBegin())
    const stopWork = onUnsentWork(() => liveState() === 'live' && void send())
    window.addEventListener('online', tryBegin)
    tryBegin()
    return () => {
      isEnded = true
      clearInterval(timer)
      window.removeEventListener('online', tryBegin)
      for (const end of [stopLive, stopWork, ...ends]) end()
    }
  }, [queries, _id])
}

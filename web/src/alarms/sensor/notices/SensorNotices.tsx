import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type SensorSeverity, severityOf } from '#contract'
import { onLive } from '../../../api/live.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { severityOfArea } from '../look.ts'
import { stateText } from '../StateBadge.tsx'
import { mergeNotices, type Notice, type NoticeBatch, readNotices } from './gather.ts'
import { isMuted } from './mute.ts'
import { sound } from './sound.ts'
import { countInTitle, watchTitle } from './title.ts'

/** Messages within this time are merged. Short, because alarms should appear at once. */
const MOMENT_MS = 150
const SHOWN_MS = 5000

const colours: Record<SensorSeverity, string> = { alert: 'red', error: 'orange', ok: 'green' }

/** The colour that the list uses for the same state. */
const colourOf = (notice: Notice): string => {
  if ('count' in notice) return colours[notice.isAlarm ? 'alert' : 'error']
  const { what } = notice
  return colours[what === 'OK' || what === 'ALERT' || what === 'ERROR' ? severityOfArea(what) : severityOf(what)]
}

/**
 * Announces alarms and changes on every page: a toast, a sound, and a count in the tab's title (section 8 of the
 * specification).
 */
export const SensorNotices = () => {
  const { t } = useTranslation()
  const textOf = (notice: Notice): string => {
    if ('count' in notice) return t(notice.isAlarm ? 'sensor.notice.alarms' : 'sensor.notice.many', notice)
    const { what, name } = notice
    const isStatus = what === 'OK' || what === 'ALERT' || what === 'ERROR'
    return t('sensor.notice.one', { what: isStatus ? t(`sensor.status.${what}`) : stateText(what, t), name })
  }
  const show = useEffectEvent((batches: readonly NoticeBatch[]) => {
    const notices = mergeNotices(batches)
    if (notices.length === 0) return
    for (const notice of notices) void toast({ message: textOf(notice), color: colourOf(notice), timeoutMs: SHOWN_MS })
    if (isMuted()) return
    countInTitle(notices.length)
    sound(notices.some(({ isAlarm }) => isAlarm)).catch(() => {})
  })
  useEffect(() => {
    let batches: NoticeBatch[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopListening = onLive((message) => {
      const batch = readNotices(message)
      if (batch.notices.length + batch.unnamed === 0) return
      batches.push(batch)
      timer ??= setTimeout(() => {
        show(batches)
        batches = []
        timer = undefined
      }, MOMENT_MS)
    })
    const stopTitle = watchTitle()
    return () => {
      stopListening()
      stopTitle()
      clearTimeout(timer)
    }
  }, [])
  return null
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { onWorkerMessage, registerWorker } from '../../api/device/worker.ts'
import { ownPath } from '../../api/session.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { renewPush } from '../../messaging/notification/push.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { openAddress } from '../workspace/address.ts'

const PUSH_TOAST_MS = 3000

/**
 * Registers the service worker and returns a function that activates a new version, if there is one. Renews push only
 * if external services may be contacted.
 */
export const useWorker = ({ _id }: Profile, mayAskOutside: boolean): (() => void) | undefined => {
  const { t } = useTranslation()
  const [update, setUpdate] = useState<() => void>()

  useEffect(() => {
    const stopped = registerWorker((run) => setUpdate(() => run))
    // A failure to renew is shown in the notification settings, not here.
    if (mayAskOutside) stopped.then(() => renewPush(_id, currentLanguage())).catch(() => {})
    return () => void stopped.then((stop) => stop())
  }, [_id, mayAskOutside])

  useEffect(
    () =>
      onWorkerMessage((message) => {
        const open = () => openAddress(ownPath(message.url ?? '/'))
        if (message.type === 'open') open()
        else if (message.type === 'pushed')
          void toast({
            message: message.text,
            timeoutMs: PUSH_TOAST_MS,
            ...(message.url && { action: { label: t('device.show'), run: open } }),
          })
      }),
    [t],
  )
  return update
}

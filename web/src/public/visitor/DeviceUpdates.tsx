import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowPageData, visitorApi } from '#contract'
import { base64url } from '../../api/base64url.ts'
import { call } from '../../api/call.ts'
import { canPush, subscribeDevice } from '../../api/device/subscription.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import classes from './Activities.module.css'

type Props = {
  follow: string
  devices: readonly string[]
  onChanged: (followed: FollowPageData) => void
}

const deviceName = async (endpoint: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return base64url(new Uint8Array(hash)).slice(0, 22)
}

/** Returns this device's push subscription, if it has one; requests no permission and installs nothing. */
const currentDevice = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && { endpoint: subscription.endpoint, name: await deviceName(subscription.endpoint) }
}

export const DeviceUpdates = ({ follow, devices, onChanged }: Props) => {
  const { t } = useTranslation()
  const [device, setDevice] = useState<{ endpoint: string; name: string } | null>()
  const [isBlocked, setIsBlocked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const isPossible = canPush()
  useEffect(() => {
    if (isPossible)
      currentDevice().then(
        (found) => setDevice(found ?? null),
        () => setDevice(null),
      )
  }, [isPossible])
  const run = async (work: () => Promise<FollowPageData | undefined>) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const followed = await work()
      if (followed) onChanged(followed)
    } catch (error) {
      setProblem(error)
    } finally {
      setIsBusy(false)
    }
  }
  // Browsers ask for permission only after a click.
  const turnOn = () =>
    run(async () => {
      const permission = await Notification.requestPermission()
      setIsBlocked(permission === 'denied')
      if (permission !== 'granted') return undefined
      await navigator.serviceWorker.register('/sw.js', { scope: '/' })
      const subscription = await subscribeDevice(await navigator.serviceWorker.ready)
      setDevice({ endpoint: subscription.endpoint, name: await deviceName(subscription.endpoint) })
      return call(visitorApi.setDevice, { body: { follow, device: subscription, language: currentLanguage() } })
    })
  // Keeps the browser's subscription, because a member on this device may need it.
  const turnOff = (endpoint: string) => run(() => call(visitorApi.stopDevice, { body: { follow, endpoint } }))
  if (!isPossible || device === undefined) return null
  if (device && devices.includes(device.name))
    return (
      <section className={classes.card} aria-label={t('notified.title')}>
        <p>{t('notified.on')}</p>
        <ProblemText problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" loading={isBusy} onClick={() => turnOff(device.endpoint)}>
            {t('notified.stop')}
          </Button>
        </div>
      </section>
    )
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconBell size={18} stroke={1.75} />}
        loading={isBusy}
        onClick={turnOn}
      >
        {t('notified.ask')}
      </Button>
      {isBlocked && (
        <p className={classes.dim} role="status">
          {t('notified.blocked')}
        </p>
      )}
      <ProblemText problem={problem} />
    </>
  )
}

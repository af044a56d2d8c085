import { Button } from '@mantine/core'
import { IconBell, IconCloudOff, IconDeviceMobile, IconHourglass, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import { AOI_REQUEST, aoiBody } from '../../core/aoi/outgoing.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { turnPushOn } from '../../messaging/notification/push.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { BackupWarning } from './BackupWarning.tsx'
import classes from './DeviceStrip.module.css'
import { StripLine } from './StripLine.tsx'
import { useAges } from './use-ages.ts'
import { useOffer } from './use-offer.ts'

type Props = {
  profile: Profile
  update: (() => void) | undefined
  /** False in offline mode, because push needs an external service. */
  mayAskOutside: boolean
  isServerOwner: boolean
}

/**
 * Short notices over the map: connection, age of data, unsent requests, a new version, backups, push. Usually none.
 */
export const DeviceStrip = ({ profile, update, mayAskOutside, isServerOwner }: Props) => (
  <div className={classes.strip}>
    <Offline />
    <NotSent />
    <Update update={update} />
    {isServerOwner && <BackupWarning />}
    {mayAskOutside && <InstallOffer profile={profile} />}
  </div>
)

const Offline = () => {
  const { t } = useTranslation()
  const ages = useAges()
  if (!ages) return null
  const text = [
    t(ages.isOffline ? 'device.offline' : 'device.slow'),
    ages.list && t('device.listAge', { age: ages.list }),
  ]
  if (ages.card) text.push(t('device.cardAge', { age: ages.card }))
  return <StripLine icon={ages.isOffline ? IconCloudOff : IconHourglass} text={text.filter(Boolean).join(' · ')} />
}

const NotSent = () => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const requests = useSyncExternalStore(onOutgoingRequests, outgoingRequests)
  const refused = requests.filter(({ state }) => state === 'refused').length
  const open = requests.filter(({ state }) => state === 'waiting' || state === 'sending').length
  if (refused + open === 0) return null
  const where = whereIs(requests)
  const text = [open && t('device.unsent', { count: open }), refused && t('device.refused', { count: refused })]
  return (
    <StripLine icon={IconDeviceMobile} text={text.filter(Boolean).join(' · ')}>
      {where && (
        <Button size="compact-sm" variant="subtle" onClick={() => go((now) => ({ ...now, ...where }))}>
          {t('device.show')}
        </Button>
      )}
    </StripLine>
  )
}

const whereIs = (requests: ReturnType<typeof outgoingRequests>) => {
  const aois = requests.filter(({ kind }) => kind === AOI_REQUEST)
  if (aois.length === 0) return undefined
  const isActivity = aois.every((one) => aoiBody(one).communityId !== undefined)
  return { panel: isActivity ? ('activities' as const) : ('events' as const), form: undefined, view: undefined }
}

const Update = ({ update }: Pick<Props, 'update'>) => {
  const { t } = useTranslation()
  if (!update) return null
  return (
    <StripLine icon={IconRefresh} text={t('device.update')}>
      <Button size="compact-sm" onClick={update}>
        {t('device.reload')}
      </Button>
    </StripLine>
  )
}

const InstallOffer = ({ profile }: Pick<Props, 'profile'>) => {
  const { t } = useTranslation()
  const { isOffered, answer } = useOffer()
  if (!isOffered) return null
  const turnOn = () => {
    answer()
    turnPushOn(profile._id, currentLanguage()).catch(() => toast({ message: t('notify.failed'), color: 'red' }))
  }
  return (
    <StripLine icon={IconBell} text={t('device.offer')}>
      <Button size="compact-sm" variant="subtle" onClick={answer}>
        {t('device.notNow')}
      </Button>
      <Button size="compact-sm" onClick={turnOn}>
        {t('device.turnOn')}
      </Button>
    </StripLine>
  )
}

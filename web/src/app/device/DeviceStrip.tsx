import { Button } from '@mantine/core'
import { IconBell, IconCloudOff, IconDeviceMobile, IconRefresh, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { AOI_REQUEST, aoiBody } from '../../aoi/outgoing.ts'
import { turnPushOn } from '../../api/device/push.ts'
import { onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../use-workspace.ts'
import classes from './DeviceStrip.module.css'
import { useAges } from './use-ages.ts'
import { useOffer } from './use-offer.ts'

type Props = {
  profile: Profile
  update: (() => void) | undefined
  /** False in offline mode: push needs a service outside. */
  mayAskOutside: boolean
}

/**
 * Short notices over the map: offline and how old the data is, requests not sent yet, a new version, an offer of push.
 * Usually none.
 */
export const DeviceStrip = ({ profile, update, mayAskOutside }: Props) => (
  <div className={classes.strip}>
    <Offline />
    <NotSent />
    <Update update={update} />
    {mayAskOutside && <InstallOffer profile={profile} />}
  </div>
)

type LineProps = { icon: TablerIcon; text: string; children?: ReactNode }

const Line = ({ icon: Icon, text, children }: LineProps) => (
  <div className={classes.line} role="status">
    <Icon size={18} stroke={1.75} aria-hidden />
    <span className={classes.text}>{text}</span>
    {children}
  </div>
)

const Offline = () => {
  const { t } = useTranslation()
  const ages = useAges()
  if (!ages) return null
  const text = [t('device.offline'), ages.list && t('device.listAge', { age: ages.list })]
  if (ages.card) text.push(t('device.cardAge', { age: ages.card }))
  return <Line icon={IconCloudOff} text={text.filter(Boolean).join(' · ')} />
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
    <Line icon={IconDeviceMobile} text={text.filter(Boolean).join(' · ')}>
      {where && (
        <Button size="compact-sm" variant="subtle" onClick={() => go((now) => ({ ...now, ...where }))}>
          {t('device.show')}
        </Button>
      )}
    </Line>
  )
}

/**
 * Where outgoing requests are listed: events in their list, activities in theirs; entries only in the card of their
 * AOI.
 */
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
    <Line icon={IconRefresh} text={t('device.update')}>
      <Button size="compact-sm" onClick={update}>
        {t('device.reload')}
      </Button>
    </Line>
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
    <Line icon={IconBell} text={t('device.offer')}>
      <Button size="compact-sm" variant="subtle" onClick={answer}>
        {t('device.notNow')}
      </Button>
      <Button size="compact-sm" onClick={turnOn}>
        {t('device.turnOn')}
      </Button>
    </Line>
  )
}

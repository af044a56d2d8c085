import { useCallback } from 'react'
import { mayEver, type Profile } from '#contract'
import { useEventTypes } from '../../core/aoi/data.ts'
import { useCommunities, useGroups } from '../../core/community/data.ts'
import { useOwnRole } from '../../people/role/data.ts'
import { useService } from '../../people/service/data.ts'
import { useSettings } from '../../people/setting/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { DeviceStrip } from './DeviceStrip.tsx'
import { LiveNews } from './LiveNews.tsx'
import { useDeviceSync } from './use-device-sync.ts'
import { useMetricFilter } from './use-metric-filter.ts'
import { useTwinNews } from './use-twin-news.ts'
import { useWorker } from './use-worker.ts'

/** Makes the page an installable app: service worker, offline data, outgoing requests, push. */
export const Device = ({ profile }: { profile: Profile }) => {
  useDeviceSync(profile)
  const { go } = useWorkspace()
  useTwinNews(
    useCallback((nonce) => void go((now) => ({ ...now, view: undefined, selected: `aoi.${nonce}` }), '/'), [go]),
  )
  useFormNeeds(profile.service._id)
  useMetricFilter(profile.service._id)
  const { data: settings } = useSettings()
  const mayAskOutside = settings?.offlineMode === false
  const update = useWorker(profile, mayAskOutside)
  return (
    <>
      <DeviceStrip
        profile={profile}
        update={update}
        mayAskOutside={mayAskOutside}
        isServerOwner={mayEver(actorOf(profile), 'server.edit')}
      />
      <LiveNews myId={profile._id} />
    </>
  )
}

/** Loads the data that forms need ahead of time, so that they work offline. */
const useFormNeeds = (serviceId: string): void => {
  useEventTypes(serviceId)
  useService(serviceId)
  useOwnRole()
  useCommunities()
  useGroups()
}

import { useMemo } from 'react'
import { BASE_PATH, mayEver, type Profile, PUBLIC_MAP } from '#contract'
import { config } from '../../api/config.ts'
import { useSettings } from '../../people/setting/data.ts'
import { actorOf } from '../../people/user/data.ts'

const publicStyle = BASE_PATH + PUBLIC_MAP.path

/** The server's style. The owner may have switched the online street map since the page was sent. */
const serverStyle = (publicMap: boolean | undefined): string | null => {
  const { styleUrl } = config().basemap
  if (publicMap === undefined || (styleUrl && styleUrl !== publicStyle)) return styleUrl
  return publicMap ? publicStyle : null
}

/** The basemap of the member's service. In offline mode only the server's own map data is drawn. */
export const useBasemap = (profile: Profile) => {
  const settings = useSettings().data
  const isOffline = settings?.offlineMode === true
  // Streets may have been added since the page was sent.
  const tileSets = settings?.tileSets ?? config().basemap.tileSets
  const styleUrl = isOffline ? null : (profile.service.styleUrl ?? serverStyle(settings?.publicMap))
  const basemap = useMemo(() => ({ styleUrl, tileSets }), [styleUrl, tileSets])
  return { basemap, canGetStreets: canGetStreets(profile, isOffline, styleUrl) }
}

/** Whether to offer the download of streets: only to a server owner, online, and without a custom style. */
export const canGetStreets = (profile: Profile, isOffline: boolean, styleUrl: string | null): boolean =>
  mayEver(actorOf(profile), 'server.edit') && !isOffline && !styleUrl

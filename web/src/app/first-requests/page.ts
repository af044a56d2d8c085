import { OWN_SERVICE } from '#contract'
import { headers } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { keepEarly } from '../../api/early-requests.ts'
import { sendEarly } from '../../api/send-early.ts'
import { sessionToken } from '../../api/session.ts'
import { hasStoredView } from '../../map/view.ts'
import { dayOf } from '../footer/date-range.ts'
import { readWorkspace } from '../read-workspace.ts'
import { isWorkspacePath, type WorkspacePath } from '../workspace.ts'
import { eventTypesAddress, firstAddresses, profileAddress } from './addresses.ts'

/**
 * Runs in the page itself, before any other script has come (build/first-requests.ts puts it there): sends what the first
 * view will ask for, and loads the files that the scripts would ask for later.
 */

/** The build fills these in: files of the map of the first view and of its streets, its worker, and files of each language. */
declare const FIRST_FILES: {
  map: string[]
  streets: string[]
  workers: string[]
  languages: Record<string, string[]>
}

const PATIENCE_MS = 30_000

const preload = (files: readonly string[] = [], fetchPriority: 'auto' | 'low' = 'auto') => {
  for (const href of files) {
    const link = document.createElement('link')
    const kind = /\.(css|woff2)$/.exec(href)?.[1]
    link.rel = kind ? 'preload' : 'modulepreload'
    if (kind) link.as = kind === 'css' ? 'style' : 'font'
    link.crossOrigin = ''
    link.fetchPriority = fetchPriority
    link.href = href
    document.head.append(link)
  }
}

/** A worker has modules of its own: it finds these files in the browser's cache, and the page compiles none of them. */
const fillCache = (files: readonly string[]) => {
  for (const file of files) fetch(file, { priority: 'low' }).catch(() => {})
}

const sendFirstRequests = (path: WorkspacePath) => {
  const workspace = readWorkspace(Object.fromEntries(new URLSearchParams(location.search)))
  const addresses = firstAddresses({ path, workspace, today: dayOf(new Date()), hasMapView: hasStoredView() })
  const replies = sendEarly(addresses, {
    method: 'GET',
    headers: headers(),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const replyTo = (address: string) => replies[addresses.indexOf(address)]
  const [profile, eventTypes] = [replyTo(profileAddress), replyTo(eventTypesAddress(OWN_SERVICE))]
  // The workspace asks for the types of a service that it knows by its id.
  profile
    ?.then(async (reply) => {
      if (!reply.ok || !eventTypes) return
      const { service } = (await reply.clone().json()) as { service: { _id: string } }
      keepEarly(eventTypesAddress(service._id), eventTypes)
    })
    .catch(() => {})
}

const path = location.pathname
preload(FIRST_FILES.languages[document.documentElement.lang])
if (isWorkspacePath(path) && sessionToken()) {
  sendFirstRequests(path)
  if (path !== '/calendar') {
    preload(FIRST_FILES.map, 'low')
    if (config().basemap.tileSets.length > 0) preload(FIRST_FILES.streets, 'low')
    fillCache(FIRST_FILES.workers)
  }
}

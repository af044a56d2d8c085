import { OWN_SERVICE, type Profile, type Region } from '#contract'
import { headers } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { keepEarly } from '../../api/early-requests.ts'
import { sendEarly } from '../../api/send-early.ts'
import { sessionToken } from '../../api/session.ts'
import { hasStoredView, recallView, type View } from '../../map/view.ts'
import { dayOf } from '../../screens/workspace/date-range.ts'
import { firstView, wholeWorld } from '../../screens/workspace/first-view.ts'
import { readWorkspace } from '../../screens/workspace/read-workspace.ts'
import { isWorkspacePath, type WorkspacePath } from '../../screens/workspace/workspace.ts'
import { eventTypesAddress, firstAddresses, profileAddress, regionsAddress } from './addresses.ts'
import { firstTiles } from './tiles.ts'

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
  const first = { path, workspace, today: dayOf(new Date()), hasMapView: hasStoredView() }
  const request = { method: 'GET', headers: headers(), signal: AbortSignal.timeout(PATIENCE_MS) }
  const addresses = firstAddresses(first)
  const replies = sendEarly(addresses, request)
  const answerTo = <T>(address: string) => readReply<T>(replies[addresses.indexOf(address)])

  // The workspace asks for the types of a service that it knows by its id.
  const eventTypes = replies[addresses.indexOf(eventTypesAddress(OWN_SERVICE))]
  if (eventTypes)
    answerTo<Profile>(profileAddress)
      .then(({ service }) => keepEarly(eventTypesAddress(service._id), eventTypes))
      .catch(() => {})

  // Tiles have a request of their own, so that neither they nor the list wait for the other.
  const sendTiles = (view: View) => sendEarly(firstTiles(first, view, { innerWidth, innerHeight }), request)
  if (path === '/' && first.hasMapView) sendTiles(recallView(wholeWorld))
  if (path === '/' && !first.hasMapView)
    Promise.all([answerTo<Region[]>(regionsAddress), answerTo<Profile>(profileAddress)])
      .then(([regions, profile]) => sendTiles(firstView(regions, profile)))
      .catch(() => {})
}

/** Reads a reply and leaves it whole to whoever takes it. */
const readReply = async <T>(early: Promise<Response> | undefined): Promise<T> => {
  const reply = await early
  if (!reply?.ok) throw new TypeError('There is no reply.')
  return (await reply.clone().json()) as T
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

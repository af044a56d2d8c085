import { addProtocol } from 'maplibre-gl'
import { LIVE_POSITION_HEADER } from '#contract'
import { keepView } from '../../api/device/keep-view.ts'
import { hasEarly, takeEarly } from '../../api/early-requests.ts'
import { replyPositions } from '../../api/live.ts'
import { withApiHeaders } from '../../api/with-api-headers.ts'

/** Tells MapLibre's worker that the page answers. */
const PROTOCOL = 'early'
const prefix = `${PROTOCOL}://`

const addressIn = (url: string): string => url.slice(location.origin.length)

/** The requests of the workspace's map. Tiles that the page has already asked for (first-requests/) are taken from there. */
export const mapRequest = (url: string): { url: string; headers?: Record<string, string> } => {
  const request = withApiHeaders(url)
  return hasEarly(addressIn(url)) ? { ...request, url: prefix + url } : request
}

type EarlyTile = { data: ArrayBuffer; etag: string | undefined }

/** If its reply was lost, or has grown old since MapLibre asked, the tile is asked for by itself. */
export const answerEarly = async (request: ReturnType<typeof mapRequest>, signal: AbortSignal): Promise<EarlyTile> => {
  const url = request.url.slice(prefix.length)
  const early = await takeEarly(addressIn(url))?.catch(() => undefined)
  const reply = early ?? (await fetch(url, { headers: request.headers, signal }))
  if (!reply.ok) throw Object.assign(new Error(`Tile: ${reply.status}`), { status: reply.status })
  if (early) {
    void keepView(addressIn(url), early.clone())
    // If the live stream began after this reply, it does not bring what changed in between.
    replyPositions.note(Number(early.headers.get(LIVE_POSITION_HEADER)))
  }
  return { data: await reply.arrayBuffer(), etag: reply.headers.get('etag') ?? undefined }
}

addProtocol(PROTOCOL, (request, { signal }) => answerEarly(request, signal))

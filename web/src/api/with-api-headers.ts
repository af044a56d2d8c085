import { BASE_PATH } from '#contract'
import { headers } from './call.ts'

/** Adds the API's headers to the map's own requests to it: its style, its streets and the tiles of AOIs. */
export const withApiHeaders = (url: string) =>
  url.startsWith(location.origin + BASE_PATH) ? { url, headers: headers() } : { url }

import { BASE_PATH } from '#contract'
import { headers } from './call.ts'

export const withApiHeaders = (url: string) =>
  url.startsWith(location.origin + BASE_PATH) ? { url, headers: headers() } : { url }

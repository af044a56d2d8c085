import { config } from './config.ts'

/** A link of the server to pass on. Without a configured public URL it gets this page's origin. */
export const reachable = (link: string): string =>
  config().publicUrl ? link : location.origin + new URL(link).pathname

import { config } from './config.ts'

/** A link for other people. Without a configured public URL it gets this page's origin. */
export const reachable = (link: string): string =>
  config().publicUrl ? link : location.origin + new URL(link).pathname

import type { TileSet } from '#contract'

export type PageConfig = {
  apiKey: string
  version: string
  basemap: { styleUrl: string | null; tileSets: TileSet[] }
  vapidPublicKey: string | null
  /** Origin of links for other people; null: the page's own origin. */
  publicUrl: string | null
  needsSetup: boolean
  locale: string
  demo: boolean
  canMail: boolean
}

let read: PageConfig | undefined

export const config = (): PageConfig => {
  read ??= JSON.parse(document.getElementById('cohesion-config')?.textContent ?? '{}') as PageConfig
  return read
}

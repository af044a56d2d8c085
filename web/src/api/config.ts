import type { TileSet } from '#contract'

/** Configuration that the server writes into every page. The build contains none of it. */
export type PageConfig = {
  apiKey: string
  version: string
  basemap: { styleUrl: string | null; tileSets: TileSet[] }
  vapidPublicKey: string | null
  /** The origin for links that people pass on; null: the page uses its own. */
  publicUrl: string | null
  needsSetup: boolean
  locale: string
  /** The demo accounts exist, so the sign-in page may show them. */
  demo: boolean
  /** The server sends e-mail: invitations can be mailed, and whoever cannot sign in can ask for a link. */
  canMail: boolean
}

let read: PageConfig | undefined

export const config = (): PageConfig => {
  read ??= JSON.parse(document.getElementById('cohesion-config')?.textContent ?? '{}') as PageConfig
  return read
}

import { BASE_PATH, PUBLIC_MAP } from '#contract'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Library } from '../geo/streets/library.ts'
import * as setups from '../operations/setup/queries.ts'
import * as settings from '../people/setting/queries.ts'
import type { PageConfig } from '../platform/http/pages.ts'
import type { Base } from './part.ts'

const publicStyle = BASE_PATH + PUBLIC_MAP.path

export const pageConfigOf = (
  { config, database: { db } }: Base,
  vapidPublicKey: string,
  streets: Library,
): (() => Promise<PageConfig>) => {
  let needsSetup = true
  return async () => {
    if (needsSetup) needsSetup = !(await setups.hasMembers(db))
    const { offlineMode, publicMap } = await settings.read(db)
    return {
      apiKey: config.apiKey,
      version: packageFile.version,
      publicUrl: config.fromEnvironment.has('COHESION_PUBLIC_URL') ? config.publicUrl : null,
      vapidPublicKey,
      // In offline mode pages use only the tiles on the server.
      basemap: {
        styleUrl: offlineMode ? null : (config.mapStyleUrl ?? (publicMap ? publicStyle : null)),
        tileSets: await streets.tileSets(),
      },
      demo: config.demo,
      canMail: config.mail !== undefined,
      needsSetup,
    }
  }
}

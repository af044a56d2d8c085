import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { grantableScopes, mayEver, type Profile } from '#contract'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { Tokens } from '../../people/token/Tokens.tsx'
import { actorOf } from '../../people/user/data.ts'
import { usePartInSight } from '../../ui/browser/use-part-in-sight.ts'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LoadingState, retry } from './LoadingState.tsx'
import classes from './Settings.module.css'

const KeyList = lazy(
  withTexts(['sensors'], () =>
    import('../../alarms/sensor/keys/KeyList.tsx').then((file) => ({ default: file.KeyList })),
  ),
)

/** Open to every member, because a token can do only what its creator may do. */
export const TokenSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace } = useWorkspace()
  const panel = useRef<HTMLDivElement>(null)
  usePartInSight(panel, workspace.tab)
  return (
    <div ref={panel} className={classes.panel}>
      <ApiTokens profile={profile} />
      {mayEver(actorOf(profile), 'ingestKey.edit') && (
        <div data-part="keys" className={classes.section}>
          <SettingsSection title={t('sensor.keys.title')}>
            <Suspense>
              <KeyList />
            </Suspense>
          </SettingsSection>
        </div>
      )}
    </div>
  )
}

const ApiTokens = ({ profile }: { profile: Profile }) => {
  const service = profile.service._id
  const types = useEventTypeList(service)
  const regions = useRegions()
  if (!types.data || !regions.data)
    return <LoadingState problem={types.error ?? regions.error} onRetry={() => retry(types, regions)} />
  const choices = {
    scopes: grantableScopes(actorOf(profile)),
    types: types.data.map((type) => ({ _id: type._id, name: nameOf(type) })),
    regions: regions.data
      .filter((region) => region.service === service)
      .map((region) => ({ _id: region._id, name: nameOf(region) })),
  }
  return <Tokens choices={choices} />
}

import { grantableScopes, type Profile } from '#contract'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { Tokens } from '../../people/token/Tokens.tsx'
import { actorOf } from '../../people/user/data.ts'
import { LoadingState, retry } from './LoadingState.tsx'
import classes from './Settings.module.css'

/** For every member: a token can do only what its creator can. */
export const TokenSettings = ({ profile }: { profile: Profile }) => {
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
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        <Tokens choices={choices} />
      </div>
    </div>
  )
}

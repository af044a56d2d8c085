import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { importKinds, mayEver, mayImport, type Profile } from '#contract'
import { useCommunities, useGroups } from '../../core/community/data.ts'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { Imports } from '../../exchange/import/Imports.tsx'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { useRoles } from '../../people/role/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadingState, retry } from './LoadingState.tsx'
import classes from './Settings.module.css'

export const ImportSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const service = profile.service._id
  const actor = actorOf(profile)
  const mayRun = mayEver(actor, 'import.run')
  const types = useEventTypeList(service)
  const communities = useCommunities({ enabled: mayRun })
  const groups = useGroups({ enabled: mayRun })
  const roles = useRoles(service)
  if (!mayRun) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!types.data || !communities.data || !groups.data || !roles.data)
    return (
      <LoadingState
        problem={types.error ?? communities.error ?? groups.error ?? roles.error}
        onRetry={() => retry(types, communities, groups, roles)}
      />
    )
  const isOwn = (thing: { service: string }) => thing.service === service
  const choices = {
    kinds: importKinds.filter((kind) => mayImport(actor, kind)),
    types: types.data.map((type) => ({ _id: type._id, name: nameOf(type) })),
    questions: [...new Set(types.data.flatMap(({ fields }) => fields.map(({ name }) => name)))],
    communities: communities.data.filter(isOwn).map((one) => ({ _id: one._id, name: titleOf(one) })),
    groups: groups.data
      .filter(isOwn)
      .map((group) => ({ _id: group._id, name: nameOf(group), communityId: group.communityId })),
    roles: roles.data.filter(({ isArchived }) => !isArchived).map((role) => ({ _id: role._id, name: nameOf(role) })),
  }
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        <Imports choices={choices} />
      </div>
    </div>
  )
}

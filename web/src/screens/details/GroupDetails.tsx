import { IconFileSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Group, may, Problem, type Profile } from '#contract'
import { useActions } from '../../core/action/data.ts'
import { useEventTypes } from '../../core/aoi/data.ts'
import { Criteria } from '../../core/community/Criteria.tsx'
import type { Countable } from '../../core/community/CriterionDialog.tsx'
import { useCommunityNames } from '../../core/community/data.ts'
import { GroupCard } from '../../core/community/GroupCard.tsx'
import { GroupMembers } from '../../core/community/GroupMembers.tsx'
import { useGroup, useRemoveGroup } from '../../core/community/group-data.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { EditorProblem } from '../panels/editor.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { closeDetails } from '../workspace/workspace.ts'
import classes from './EventDetails.module.css'

export const GroupDetails = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const communities = useCommunityNames()
  const { data: group, error, refetch, isPending } = useGroup(id)
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!group) return <EditorProblem problem={error} onRetry={refetch} />
  const mayEdit = may(actorOf(profile), 'community.edit', { serviceId: group.service })
  return (
    <article className={classes.details} aria-label={nameOf(group)}>
      {mayEdit && <GroupActions group={group} />}
      <div className={classes.body}>
        <ProblemText problem={error} onRetry={() => refetch()} />
        <GroupCard group={group} community={communities.get(group.communityId)} />
        {mayEdit ? <EditableCriteria group={group} /> : <Criteria group={group} countable={undefined} />}
        <GroupMembers group={group} mayEdit={mayEdit} />
      </div>
    </article>
  )
}

/** Loads the countable actions and types only for members who may edit criteria. */
const EditableCriteria = ({ group }: { group: Group }) => {
  const { data: actions } = useActions(group.service)
  const { data: choosable } = useEventTypes(group.service)
  const countable = useMemo(
    (): Countable[] => [
      ...(actions ?? []).map((action) => ({ kind: 'action' as const, _id: action._id, name: nameOf(action) })),
      ...(choosable ?? []).map((type) => ({ kind: 'type' as const, _id: type._id, name: nameOf(type) })),
    ],
    [actions, choosable],
  )
  return <Criteria group={group} countable={countable} />
}

const GroupActions = ({ group }: { group: Group }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveGroup()
  const yes = () => {
    setIsAsking(false)
    remove
      .mutateAsync(group._id)
      .then(() => {
        toast({ message: t('groups.deleted', { name: nameOf(group) }) })
        go((now) => closeDetails(now, undefined))
      })
      .catch(toastProblem)
  }
  const edit = () => go({ ...workspace, panel: 'groups', back: undefined, form: `group.edit.${group._id}` })
  return (
    <div className={classes.actions} role="toolbar" aria-label={t('aoi.actions')}>
      <IconButton icon={IconPencil} label={t('groups.edit')} onClick={edit} />
      <IconButton icon={IconTrash} label={t('groups.delete')} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={nameOf(group)}
        message={t('groups.deleteText', { name: nameOf(group) })}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

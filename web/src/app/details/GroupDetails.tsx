import { IconFileSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Group, may, Problem, type Profile } from '#contract'
import { useActions } from '../../action/data.ts'
import { useEventTypes } from '../../aoi/data.ts'
import { type TypeLooks, useTypeLooks } from '../../aoi/type-look.ts'
import { Criteria } from '../../community/Criteria.tsx'
import type { Countable } from '../../community/CriterionDialog.tsx'
import { useCommunityNames } from '../../community/data.ts'
import { GroupCard } from '../../community/GroupCard.tsx'
import { GroupMembers } from '../../community/GroupMembers.tsx'
import { useGroup, useRemoveGroup } from '../../community/group-data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { actorOf } from '../../user/data.ts'
import { EditorProblem } from '../side/editor.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { closeDetails } from '../workspace.ts'
import classes from './EventDetails.module.css'

/** The card of a group: in the drawer on a desktop, full screen on a phone. */
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
    <article className={classes.details} aria-label={group.name}>
      {mayEdit && <GroupActions group={group} />}
      <div className={classes.body}>
        <ProblemText problem={error} onRetry={() => refetch()} />
        <GroupCard group={group} community={communities.get(group.communityId)} />
        <GroupCriteria group={group} mayEdit={mayEdit} />
        <GroupMembers group={group} mayEdit={mayEdit} />
      </div>
    </article>
  )
}

const GroupCriteria = ({ group, mayEdit }: { group: Group; mayEdit: boolean }) => {
  const types = useTypeLooks([group.service])
  return mayEdit ? (
    <EditableCriteria group={group} types={types} />
  ) : (
    <Criteria group={group} types={types} countable={undefined} />
  )
}

/** Loads the countable actions and types only for members who may edit criteria. */
const EditableCriteria = ({ group, types }: { group: Group; types: TypeLooks }) => {
  const { data: actions } = useActions(group.service)
  const { data: choosable } = useEventTypes(group.service)
  const countable = useMemo(
    (): Countable[] => [
      ...(actions ?? []).map(({ _id, name }) => ({ kind: 'action' as const, _id, name })),
      ...(choosable ?? []).map(({ _id, name }) => ({
        kind: 'type' as const,
        _id,
        name: types.get(_id)?.name ?? name,
      })),
    ],
    [actions, choosable, types],
  )
  return <Criteria group={group} types={types} countable={countable} />
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
        toast({ message: t('groups.deleted') })
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
        title={group.name}
        message={t('groups.deleteText')}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

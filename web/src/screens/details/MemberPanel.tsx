import { IconFileSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Actor, type MemberDetails, may, memberSubject, Problem, type Profile } from '#contract'
import { rolesToChoose, useRoles } from '../../people/role/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useMember } from '../../people/user/team/data.ts'
import { MemberActions } from '../../people/user/team/MemberActions.tsx'
import { MemberCard } from '../../people/user/team/MemberCard.tsx'
import { MemberRights } from '../../people/user/team/MemberRights.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useBackupNote } from '../workspace/use-backup-note.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { closeDetails, startSharing } from '../workspace/workspace.ts'
import classes from './EventDetails.module.css'

export const MemberPanel = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const backupNote = useBackupNote()
  const { data: member, error, refetch, isPending } = useMember(id)
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!member) return <ProblemText problem={error} onRetry={() => refetch()} />
  const actor = actorOf(profile)
  return (
    <article className={classes.details} aria-label={member.username}>
      <MemberActions
        member={member}
        actor={actor}
        backupNote={backupNote}
        onAssign={() => go(startSharing(workspace, 'events'))}
        onDeleted={() => go((now) => closeDetails(now, undefined))}
      />
      <div className={classes.scroll}>
        <MemberCard member={member} onOpenAoi={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}>
          {may(actor, 'member.edit', memberSubject(member)) && <Rights member={member} actor={actor} />}
        </MemberCard>
      </div>
    </article>
  )
}

const Rights = ({ member, actor }: { member: MemberDetails; actor: Actor }) => {
  const { data: roles = [] } = useRoles(member.service._id)
  return <MemberRights member={member} actor={actor} roles={rolesToChoose(roles, member.role?._id)} />
}

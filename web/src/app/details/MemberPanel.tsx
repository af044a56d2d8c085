import { IconFileSearch, IconShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, Problem, type Profile } from '#contract'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { actorOf } from '../../user/data.ts'
import { useMember } from '../../user/team/data.ts'
import { MemberCard } from '../../user/team/MemberCard.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { startSharing } from '../workspace.ts'
import classes from './EventDetails.module.css'

/** A member's card: in the drawer at a desk, over the whole screen on a phone. */
export const MemberPanel = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { data: member, error, refetch, isPending } = useMember(id)
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!member) return <ProblemText problem={error} onRetry={() => refetch()} />
  return (
    <article className={classes.details} aria-label={member.username}>
      {mayEver(actorOf(profile), 'aoi.share') && (
        <div className={classes.actions} role="toolbar" aria-label={t('aoi.actions')}>
          <IconButton icon={IconShare} label={t('team.assign')} onClick={() => go(startSharing(workspace, 'events'))} />
        </div>
      )}
      <div className={classes.scroll}>
        <MemberCard member={member} onOpenAoi={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })} />
      </div>
    </article>
  )
}

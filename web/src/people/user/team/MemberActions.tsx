import { Checkbox } from '@mantine/core'
import { IconKey, IconShare, IconTrash, IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, displayName, type MemberDetails, may, mayEver, memberSubject, OWN_SCOPE } from '#contract'
import { isolated } from '../../../i18n/isolated.ts'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../../ui/overlays/toast.ts'
import { useTokens } from '../../token/data.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { useDeleteMember } from './data.ts'
import { endedText } from './ended.ts'
import classes from './MemberCard.module.css'
import { ReentryDialog } from './ReentryDialog.tsx'

type Props = {
  member: MemberDetails
  actor: Actor
  /** Text that says until when backups hold a deleted member. */
  backupNote: string
  onAssign: () => void
  onDeleted: () => void
}
type Dialog = 'delete' | 'challenge' | 'reentry'

export const MemberActions = ({ member, actor, backupNote, onAssign, onDeleted }: Props) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Dialog>()
  const subject = memberSubject(member)
  const close = () => setDialog(undefined)
  return (
    <div className={classes.actions} role="toolbar" aria-label={t('aoi.actions')}>
      {may(actor, 'member.delete', subject) && (
        <IconButton icon={IconTrash} label={t('team.delete')} onClick={() => setDialog('delete')} />
      )}
      {may(actor, 'member.challenge', subject) && (
        <>
          <IconButton icon={IconUserShield} label={t('team.challenge')} onClick={() => setDialog('challenge')} />
          <IconButton icon={IconKey} label={t('team.reentry')} onClick={() => setDialog('reentry')} />
        </>
      )}
      {mayEver(actor, 'aoi.share') && <IconButton icon={IconShare} label={t('team.assign')} onClick={onAssign} />}
      <DeleteDialog isOpen={dialog === 'delete'} {...{ member, backupNote, onDeleted }} onClose={close} />
      {dialog === 'challenge' && <ChallengeDialog member={member} onClose={close} />}
      {dialog === 'reentry' && <ReentryDialog member={member} onClose={close} />}
    </div>
  )
}

type DeleteProps = Pick<Props, 'member' | 'backupNote' | 'onDeleted'> & { isOpen: boolean; onClose: () => void }

const DeleteDialog = ({ isOpen, member, backupNote, onClose, onDeleted }: DeleteProps) => {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useDeleteMember(member._id)
  const tokens = useTokens({ enabled: isOpen })
  const [takenOver, setTakenOver] = useState<string[]>([])
  const { username } = member
  const working = (tokens.data ?? []).filter(
    ({ creator, scopes, expiresAt }) =>
      creator._id === member._id && !scopes.includes(OWN_SCOPE) && Date.parse(expiresAt) > Date.now(),
  )
  const remove = () =>
    mutateAsync(takenOver)
      .then((ended) => {
        onDeleted()
        return toast({ message: [t('team.deleted', { username }), endedText(ended, t)].filter(Boolean).join('. ') })
      })
      .catch(toastProblem)
      .finally(onClose)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('team.delete')}
      message={`${t('team.deleteText', { name: isolated(displayName(member)) })} ${backupNote}`}
      yes={t('word.delete')}
      color="red"
      isBusy={isPending}
      isBlocked={tokens.isLoading}
      onYes={remove}
      onCancel={onClose}
    >
      {working.length > 0 && (
        <Checkbox.Group
          className={classes.tokens}
          label={t('team.tokens', { name: isolated(displayName(member)) })}
          description={t('team.tokensText')}
          value={takenOver}
          onChange={setTakenOver}
        >
          {working.map(({ _id, name }) => (
            <Checkbox key={_id} value={_id} label={<bdi>{name}</bdi>} />
          ))}
        </Checkbox.Group>
      )}
    </ConfirmDialog>
  )
}

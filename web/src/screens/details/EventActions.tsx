import {
  IconArchive,
  IconArchiveOff,
  IconArrowsMaximize,
  IconEraser,
  IconPencil,
  IconShare,
  IconThumbUp,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, type Aoi, aoiSubject, may } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { useArchive, useRemoveAoi, useRestoreAoi, useShareDone } from '../../core/aoi/data.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { CoverWordsDialog } from '../stage/CoverDialogs.tsx'
import { textsOfAoi } from '../stage/cover-texts.ts'
import { useBackupNote } from '../workspace/use-backup-note.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { startSharing } from '../workspace/workspace.ts'
import classes from './EventDetails.module.css'

type Props = { aoi: Aoi; actor: Actor; onExpand?: (() => void) | undefined; first?: ReactNode; more?: ReactNode }

const UNDO_MS = 10_000

export const EventActions = ({ aoi, actor, onExpand, first, more }: Props) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const archive = useArchive()
  const barred = useIsOffline() ? t('live.needed') : undefined
  const isActivity = aoi.properties.activity !== null
  const subject = aoiSubject(aoi)
  const undoArchive = () => archive.mutate({ _id: aoi._id, isArchived: true }, { onError: toastProblem })
  const toggleArchive = () =>
    archive
      .mutateAsync(aoi)
      .then(({ isArchived }) => {
        if (!isArchived) return
        return toast({
          message: t(isActivity ? 'card.archivedActivity' : 'card.archived'),
          timeoutMs: UNDO_MS,
          action: { label: t('word.undo'), run: undoArchive },
        })
      })
      .catch(toastProblem)
  const edit = () => {
    const { forSensors, nonce } = aoi.properties
    go({
      ...workspace,
      panel: forSensors ? 'aois' : 'events',
      back: undefined,
      form: forSensors ? `area.edit.${nonce}` : `edit.${nonce}`,
    })
  }
  return (
    <div className={classes.actions} role="toolbar" aria-label={t('aoi.actions')}>
      {first}
      {onExpand && (
        <IconButton icon={IconArrowsMaximize} label={t('card.expandImage')} aria-haspopup="dialog" onClick={onExpand} />
      )}
      {aoi.shares.some(({ userId, doneAt }) => userId === actor.id && doneAt === null) && (
        <DoneButton aoi={aoi} barred={barred} />
      )}
      {/* Activities are edited from their list. */}
      {!isActivity && may(actor, 'aoi.edit', subject) && (
        <IconButton icon={IconPencil} label={t('aoi.edit')} barred={barred} onClick={edit} />
      )}
      {may(actor, 'aoi.delete', subject) && <DeleteButton aoi={aoi} barred={barred} />}
      {may(actor, 'aoi.archive', subject) && (
        <IconButton
          icon={aoi.isArchived ? IconArchiveOff : IconArchive}
          label={t(aoi.isArchived ? 'card.unarchive' : 'card.archive')}
          isLabelled
          loading={archive.isPending}
          barred={barred}
          onClick={toggleArchive}
        />
      )}
      {may(actor, 'aoi.share', subject) && (
        <IconButton
          icon={IconShare}
          label={t('aoi.share')}
          barred={barred}
          onClick={() => go(startSharing(workspace, 'users'))}
        />
      )}
      {!aoi.properties.forSensors && may(actor, 'report.review', { serviceId: aoi.serviceId }) && (
        <CoverButton aoi={aoi} barred={barred} />
      )}
      {more}
    </div>
  )
}

/** Ends the member's own share, as in the list of shared events. */
const DoneButton = ({ aoi, barred }: { aoi: Aoi; barred: string | undefined }) => {
  const { t } = useTranslation()
  const done = useShareDone()
  return (
    <IconButton
      icon={IconThumbUp}
      label={t('events.done')}
      loading={done.isPending}
      barred={barred}
      onClick={() => done.mutate(aoi, { onError: toastProblem })}
    />
  )
}

const CoverButton = ({ aoi, barred }: { aoi: Aoi; barred: string | undefined }) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={IconEraser}
        label={t('coverButton.words')}
        aria-haspopup="dialog"
        barred={barred}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <CoverWordsDialog id={aoi._id} texts={textsOfAoi(aoi, t)} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Deletes after a confirmation that names the AOI; the toast offers to undo it. */
const DeleteButton = ({ aoi, barred }: { aoi: Aoi; barred: string | undefined }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const [isAsking, setIsAsking] = useState(false)
  const isActivity = aoi.properties.activity !== null
  const backupNote = useBackupNote()
  const remove = useRemoveAoi()
  const restore = useRestoreAoi()
  const undo = () =>
    restore
      .mutateAsync(aoi)
      .then(() => toast({ message: t(isActivity ? 'card.restoredActivity' : 'card.restored') }))
      .catch(toastProblem)
  /** Closes the card first, because the AOI may disappear before the reply and unmount its callbacks. */
  const yes = () => {
    setIsAsking(false)
    go({ ...workspace, selected: undefined })
    remove
      .mutateAsync(aoi)
      .then(() =>
        toast({
          message: t(isActivity ? 'card.deletedActivity' : 'card.deleted'),
          timeoutMs: UNDO_MS,
          action: { label: t('word.undo'), run: undo },
        }),
      )
      .catch((error: unknown) => {
        go(workspace)
        return toastProblem(error)
      })
  }
  return (
    <>
      <IconButton icon={IconTrash} label={t('aoi.delete')} barred={barred} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={aoi.properties.name}
        message={`${t(isActivity ? 'card.deleteActivityText' : 'card.deleteText')} ${backupNote}`}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

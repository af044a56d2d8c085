import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { AOI_WORK, aoiBody, putIntoForm } from '../../aoi/outgoing.ts'
import { dropWork, tryAgain } from '../../api/device/outgoing.ts'
import { onUnsentWork, unsentWork, type Work } from '../../api/device/unsent.ts'
import { ENTRY_WORK, isAbout, keptEntry, putIntoField, type Subject } from '../../log/outgoing.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace.ts'
import classes from './Unsent.module.css'
import { UnsentRow } from './UnsentRow.tsx'

const useUnsent = (isWanted: (work: Work) => boolean): Work[] =>
  useSyncExternalStore(onUnsentWork, unsentWork).filter(isWanted)

/** Reports or activities, in the order in which they were made. */
export const UnsentAois = ({ kind }: { kind: 'event' | 'activity' }) => {
  const { workspace, go } = useWorkspace()
  const isOfKind = (work: Work) => (kind === 'activity') === (aoiBody(work).communityId !== undefined)
  const works = useUnsent((work) => work.kind === AOI_WORK && isOfKind(work))
  const mend = async (work: Work) => {
    if (!(await putIntoForm(work))) return false
    go((now) => ({
      ...now,
      form: kind === 'activity' ? 'activity.new' : 'new',
      ...(now.selected === `aoi.${work.key}` && { selected: undefined }),
    }))
    return true
  }
  const open = ({ key, state }: Work) =>
    key && state !== 'confirmed' ? () => go((now) => toggleSelection(now, `aoi.${key}`)) : undefined
  return (
    <>
      <UnsentList
        works={works}
        nameOf={(work) => aoiBody(work).name}
        mend={mend}
        open={open}
        selected={selectedId(workspace, 'aoi')}
      />
      {kind === 'event' && <UnsentOrphans />}
    </>
  )
}

/** Entries whose report was taken back into its form: they follow when it is sent from there. */
const UnsentOrphans = () => {
  const keys = useUnsent(({ key }) => key !== undefined).map(({ key }) => key)
  const works = useUnsent(({ waitsFor }) => waitsFor !== undefined && !keys.includes(waitsFor))
  return <UnsentList works={works} nameOf={(work) => keptEntry(work).words} />
}

type EntryProps = { subject: Subject; onMend: () => void }

export const UnsentEntries = ({ subject, onMend }: EntryProps) => {
  const works = useUnsent((work) => work.kind === ENTRY_WORK && isAbout(work, subject))
  const mend = async (work: Work) => {
    const isFree = putIntoField(work)
    if (isFree) onMend()
    return isFree
  }
  return <UnsentList works={works} nameOf={(work) => keptEntry(work).words} mend={mend} />
}

type Props = {
  works: Work[]
  nameOf: (work: Work) => string
  mend?: (work: Work) => Promise<boolean>
  open?: (work: Work) => (() => void) | undefined
  selected?: string | undefined
}

const UnsentList = ({ works, nameOf, mend, open, selected }: Props) => {
  const { t } = useTranslation()
  const [discarding, setDiscarding] = useState<Work>()
  const entries = useUnsent(({ waitsFor }) => waitsFor !== undefined && waitsFor === discarding?.key)
  if (works.length === 0) return null
  const putBack = async (work: Work) => {
    if (await mend?.(work)) await dropWork(work.id)
    else void toast({ message: t('device.formBusy') })
  }
  return (
    <section className={classes.unsent} aria-label={t('device.unsentTitle')}>
      <ul className={classes.list}>
        {works.map((work) => (
          <UnsentRow
            key={work.id}
            work={work}
            name={nameOf(work)}
            onOpen={open?.(work)}
            isSelected={work.key !== undefined && work.key === selected}
            onMend={mend && (() => void putBack(work).catch(toastProblem))}
            onAgain={() => void tryAgain(work.id).catch(toastProblem)}
            onDiscard={() => setDiscarding(work)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={discarding !== undefined}
        title={t('device.discardTitle')}
        message={entries.length > 0 ? t('device.discardBoth', { count: entries.length }) : t('device.discardText')}
        yes={t('device.discard')}
        color="red"
        onYes={() => {
          if (discarding) void dropWork(...entries.map(({ id }) => id), discarding.id).catch(toastProblem)
          setDiscarding(undefined)
        }}
        onCancel={() => setDiscarding(undefined)}
      />
    </section>
  )
}

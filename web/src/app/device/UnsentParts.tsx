import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { AOI_WORK, aoiBody, putIntoForm } from '../../aoi/outgoing.ts'
import { dropWork, tryAgain } from '../../api/device/outgoing.ts'
import { onUnsentWork, unsentWork, type Work } from '../../api/device/unsent.ts'
import { ENTRY_WORK, keptEntry, putIntoField } from '../../log/outgoing.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/toast.ts'
import { useWorkspace } from '../use-workspace.ts'
import classes from './Unsent.module.css'
import { UnsentRow } from './UnsentRow.tsx'

const useUnsent = (isWanted: (work: Work) => boolean): Work[] =>
  useSyncExternalStore(onUnsentWork, unsentWork).filter(isWanted)

/** Reports or activities, in the order in which they were made. */
export const UnsentAois = ({ kind }: { kind: 'event' | 'activity' }) => {
  const { go } = useWorkspace()
  const isOfKind = (work: Work) => (kind === 'activity') === (aoiBody(work).communityId !== undefined)
  const works = useUnsent((work) => work.kind === AOI_WORK && isOfKind(work))
  const mend = async (work: Work) => {
    if (!(await putIntoForm(work))) return false
    go((now) => ({ ...now, form: kind === 'activity' ? 'activity.new' : 'new' }))
    return true
  }
  return <Works works={works} nameOf={(work) => aoiBody(work).name} mend={mend} />
}

type EntryProps = { number: number; onMend: () => void }

export const UnsentEntries = ({ number, onMend }: EntryProps) => {
  const works = useUnsent((work) => work.kind === ENTRY_WORK && keptEntry(work).number === number)
  const mend = async (work: Work) => {
    const isFree = putIntoField(work)
    if (isFree) onMend()
    return isFree
  }
  return <Works works={works} nameOf={(work) => keptEntry(work).words} mend={mend} />
}

type Props = { works: Work[]; nameOf: (work: Work) => string; mend: (work: Work) => Promise<boolean> }

const Works = ({ works, nameOf, mend }: Props) => {
  const { t } = useTranslation()
  const [discarding, setDiscarding] = useState<Work>()
  if (works.length === 0) return null
  const putBack = async (work: Work) => {
    if (await mend(work)) await dropWork(work.id)
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
            onMend={() => void putBack(work).catch(toastProblem)}
            onAgain={() => void tryAgain(work.id).catch(toastProblem)}
            onDiscard={() => setDiscarding(work)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={discarding !== undefined}
        title={t('device.discardTitle')}
        message={t('device.discardText')}
        yes={t('device.discard')}
        color="red"
        onYes={() => {
          if (discarding) void dropWork(discarding.id).catch(toastProblem)
          setDiscarding(undefined)
        }}
        onCancel={() => setDiscarding(undefined)}
      />
    </section>
  )
}

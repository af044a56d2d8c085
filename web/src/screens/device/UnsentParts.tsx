import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { dropOutgoing, tryAgain } from '../../api/device/outgoing.ts'
import { type OutgoingRequest, onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import { ENTRY_REQUEST, entryOf, isAbout, putIntoField, type Subject } from '../../core/aoi/log/outgoing.ts'
import { AOI_REQUEST, aoiBody, putIntoForm } from '../../core/aoi/outgoing.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace/workspace.ts'
import classes from './Unsent.module.css'
import { UnsentRow } from './UnsentRow.tsx'

const useUnsent = (matches: (request: OutgoingRequest) => boolean): OutgoingRequest[] =>
  useSyncExternalStore(onOutgoingRequests, outgoingRequests).filter(matches)

export const UnsentAois = ({ kind }: { kind: 'event' | 'activity' }) => {
  const { workspace, go } = useWorkspace()
  const isOfKind = (request: OutgoingRequest) => (kind === 'activity') === (aoiBody(request).communityId !== undefined)
  const requests = useUnsent((request) => request.kind === AOI_REQUEST && isOfKind(request))
  const mend = async (request: OutgoingRequest) => {
    if (!(await putIntoForm(request))) return false
    go((now) => ({
      ...now,
      form: kind === 'activity' ? 'activity.new' : 'new',
      ...(now.selected === `aoi.${request.key}` && { selected: undefined }),
    }))
    return true
  }
  const open = ({ key, state }: OutgoingRequest) =>
    key && state !== 'confirmed' ? () => go((now) => toggleSelection(now, `aoi.${key}`)) : undefined
  return (
    <>
      <UnsentList
        requests={requests}
        nameOf={(request) => aoiBody(request).name}
        mend={mend}
        open={open}
        selected={selectedId(workspace, 'aoi')}
      />
      {kind === 'event' && <UnsentOrphans />}
    </>
  )
}

/** Entries whose AOI was put back into its form. They are sent once that AOI is saved. */
const UnsentOrphans = () => {
  const keys = useUnsent(({ key }) => key !== undefined).map(({ key }) => key)
  const requests = useUnsent(({ waitsFor }) => waitsFor !== undefined && !keys.includes(waitsFor))
  return <UnsentList requests={requests} nameOf={(request) => entryOf(request).words} />
}

type EntryProps = { subject: Subject; onMend: () => void }

export const UnsentEntries = ({ subject, onMend }: EntryProps) => {
  const requests = useUnsent((request) => request.kind === ENTRY_REQUEST && isAbout(request, subject))
  const mend = async (request: OutgoingRequest) => {
    const isFree = await putIntoField(request)
    if (isFree) onMend()
    return isFree
  }
  return <UnsentList requests={requests} nameOf={(request) => entryOf(request).words} mend={mend} />
}

type Props = {
  requests: OutgoingRequest[]
  nameOf: (request: OutgoingRequest) => string
  mend?: (request: OutgoingRequest) => Promise<boolean>
  open?: (request: OutgoingRequest) => (() => void) | undefined
  selected?: string | undefined
}

const UnsentList = ({ requests, nameOf, mend, open, selected }: Props) => {
  const { t } = useTranslation()
  const [discarding, setDiscarding] = useState<OutgoingRequest>()
  const entries = useUnsent(({ waitsFor }) => waitsFor !== undefined && waitsFor === discarding?.key)
  if (requests.length === 0) return null
  const putBack = async (request: OutgoingRequest) => {
    if (await mend?.(request)) await dropOutgoing(request.id)
    else void toast({ message: t('device.formBusy') })
  }
  return (
    <section className={classes.unsent} aria-label={t('device.unsentTitle')}>
      <ul className={classes.list}>
        {requests.map((request) => (
          <UnsentRow
            key={request.id}
            request={request}
            name={nameOf(request)}
            onOpen={open?.(request)}
            isSelected={request.key !== undefined && request.key === selected}
            onMend={mend && (() => void putBack(request).catch(toastProblem))}
            onAgain={() => void tryAgain(request.id).catch(toastProblem)}
            onDiscard={() => setDiscarding(request)}
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
          if (discarding) void dropOutgoing(...entries.map(({ id }) => id), discarding.id).catch(toastProblem)
          setDiscarding(undefined)
        }}
        onCancel={() => setDiscarding(undefined)}
      />
    </section>
  )
}

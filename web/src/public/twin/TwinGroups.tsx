import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TwinGroup } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useDismiss, useMerge, useTwinGroups } from './data.ts'
import classes from './EventTwins.module.css'
import { reasonsText } from './reasons.ts'
import { TwinRow } from './TwinRow.tsx'

type Props = { onOpen: (nonce: string) => void; onClose: () => void }

export const TwinGroups = ({ onOpen, onClose }: Props) => {
  const { t } = useTranslation()
  const { data, error, refetch, isPending } = useTwinGroups()
  return (
    <Dialog onClose={onClose} title={t('events.twins')} size={560}>
      <ProblemText problem={error} onRetry={refetch} />
      {isPending && <Skeleton rows={4} label={t('word.loading')} />}
      {data?.length === 0 && <p>{t('twin.noGroups')}</p>}
      {data?.map((group) => (
        <Group key={group.main._id} group={group} onOpen={onOpen} />
      ))}
    </Dialog>
  )
}

const Group = ({ group: { main, twins }, onOpen }: { group: TwinGroup; onOpen: Props['onOpen'] }) => {
  const { t } = useTranslation()
  const merge = useMerge()
  const dismiss = useDismiss()
  const pairing = { id: main._id, aoiIds: twins.map(({ _id }) => _id) }
  return (
    <section aria-label={`#${main.number} ${main.name}`}>
      <ul className={classes.list}>
        <TwinRow {...main} about={main.type} onOpen={() => onOpen(main.nonce)} />
        {twins.map((twin) => (
          <TwinRow
            key={twin._id}
            {...twin}
            about={reasonsText(twin, currentLanguage())}
            onOpen={() => onOpen(twin.nonce)}
          />
        ))}
      </ul>
      <Button.Group mb={20}>
        <Button
          variant="light"
          loading={merge.isPending}
          onClick={() =>
            // Uses `mutateAsync`: `mutate` callbacks would not run if a live message removes the group before the
            // reply.
            merge
              .mutateAsync(pairing)
              .then(() => toast({ message: t('twin.merged', { count: twins.length + 1 }) }))
              .catch(toastProblem)
          }
        >
          {t('twin.mergeGroup', { count: twins.length + 1 })}
        </Button>
        <Button
          variant="default"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(pairing, { onError: toastProblem })}
        >
          {t('twin.others')}
        </Button>
      </Button.Group>
    </section>
  )
}

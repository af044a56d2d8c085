import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, type LngLat, type PublicLink } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { nameOf } from '../../i18n/names.ts'
import { latLong } from '../../map/places/Address.tsx'
import { AddressField } from '../../map/places/AddressField.tsx'
import { LinkToGive } from '../../ui/contact/LinkToGive.tsx'
import { withReachableOrigin } from '../../ui/contact/reachable.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { Poster, type PosterService, type PosterType } from './Poster.tsx'
import classes from './PublicLinkDialog.module.css'
import { linkTo, useHoldReports, usePublicLink, useReplaceLink } from './public-link.ts'

type Props = {
  service: PosterService
  types: readonly PosterType[]
  type: string
  canReplace: boolean
  onClose: () => void
}

export const PublicLinkDialog = ({ onClose, ...props }: Props) => {
  const { t } = useTranslation()
  const { data, error, refetch } = usePublicLink()
  return (
    <Dialog onClose={onClose} title={t('publicLink.title')} size={480}>
      {data ? (
        <LinkBody {...props} data={data} />
      ) : error ? (
        <ProblemText problem={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton rows={4} label={t('word.loading')} />
      )}
    </Dialog>
  )
}

const LinkBody = ({ data, service, types, type: first, canReplace }: Omit<Props, 'onClose'> & { data: PublicLink }) => {
  const { t } = useTranslation()
  const [type, setType] = useState(first)
  const [chosen, setPlace] = useState<{ at: LngLat; address: string } | null>(null)
  // A link to the activities has no place, because each activity has its own.
  const place = type === ACTIVITIES ? null : chosen
  const link = linkTo(data.link, type, place?.at ?? null)
  return (
    <div className={classes.body}>
      <p className={classes.text}>{t('publicLink.text')}</p>
      {data.isEmpty && <Notice text={t('publicLink.empty')} />}
      {data.alertedAt && <Notice text={t('publicLink.busy', { time: formatTime(new Date(data.alertedAt)) })} />}
      <NativeSelect
        label={t('publicLink.type')}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
        data={[
          { value: '', label: t('publicLink.anyType') },
          ...types.map((one) => ({ value: one._id, label: nameOf(one) })),
          { value: ACTIVITIES, label: t('publicLink.activities') },
        ]}
      />
      {type !== ACTIVITIES && (
        <AddressField
          label={t('publicLink.place')}
          point={place?.at ?? null}
          address={place?.address ?? ''}
          near={() => undefined}
          onChoose={({ address, coordinates }) => setPlace({ at: coordinates, address })}
          onPosition={(at) => setPlace({ at, address: latLong(at) })}
          onType={(text) => text === '' && setPlace(null)}
          onLeave={() => {}}
        >
          <span className={classes.text}>{t('publicLink.placeHint')}</span>
        </AddressField>
      )}
      <LinkToGive link={link} />
      <Poster
        service={service}
        type={type === ACTIVITIES ? ACTIVITIES : types.find(({ _id }) => _id === type)}
        address={withReachableOrigin(link)}
        place={place?.address ?? ''}
      />
      <Button
        variant="default"
        className={classes.replace}
        leftSection={<IconPrinter size={18} stroke={1.75} />}
        onClick={() => window.print()}
      >
        {t('publicLink.print')}
      </Button>
      <Holding holdsReports={data.holdsReports} canChange={canReplace} />
      {canReplace && <Replace />}
    </div>
  )
}

const Holding = ({ holdsReports, canChange }: { holdsReports: boolean; canChange: boolean }) => {
  const { t } = useTranslation()
  const hold = useHoldReports()
  return (
    <Switch
      label={t('publicLink.hold')}
      description={t('publicLink.holdHint')}
      checked={holdsReports}
      disabled={!canChange || hold.isPending}
      onChange={(event) => hold.mutate(event.currentTarget.checked, { onError: toastProblem })}
    />
  )
}

const Replace = () => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const replace = useReplaceLink()
  const yes = () =>
    replace
      .mutateAsync()
      .then(() => {
        setIsAsking(false)
        return toast({ message: t('publicLink.replaced') })
      })
      .catch(toastProblem)
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={classes.replace}
        leftSection={<IconRefresh size={18} stroke={1.75} />}
        onClick={() => setIsAsking(true)}
      >
        {t('publicLink.replace')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('publicLink.replaceTitle')}
        message={t('publicLink.replaceText')}
        yes={t('publicLink.replace')}
        color="red"
        isBusy={replace.isPending}
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

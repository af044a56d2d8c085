import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useEventTypes } from '../../core/aoi/data.ts'
import { useWarning, useWarnings } from '../../exchange/warning/data.ts'
import { WarningCard } from '../../exchange/warning/WarningCard.tsx'
import { WarningEvent } from '../../exchange/warning/WarningEvent.tsx'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadingState } from '../settings/LoadingState.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { closeDetails } from '../workspace/workspace.ts'
import classes from './EventDetails.module.css'

export const WarningDetails = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { data, error, refetch } = useWarnings()
  const warning = useWarning(id)
  const { data: types = [] } = useEventTypes(profile.service._id)
  if (!data) return <LoadingState problem={error} onRetry={refetch} />
  if (!warning)
    return (
      <EmptyState icon={IconAlertTriangle} text={t('warning.over')}>
        <Button variant="light" onClick={() => go(closeDetails(workspace, undefined))}>
          {t('warning.showAll')}
        </Button>
      </EmptyState>
    )
  const mayCreate = warning.serviceId === profile.service._id && mayEver(actorOf(profile), 'aoi.create')
  return (
    <article className={classes.details}>
      <div className={classes.scroll}>
        <WarningCard
          warning={warning}
          action={
            <WarningEvent
              warning={warning}
              types={mayCreate ? types.map((type) => ({ _id: type._id, name: nameOf(type) })) : []}
              onEvent={(nonce) => go((now) => ({ ...now, selected: `aoi.${nonce}` }))}
            />
          }
        />
      </div>
    </article>
  )
}

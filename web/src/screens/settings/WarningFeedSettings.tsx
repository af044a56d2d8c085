import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useRegions } from '../../core/region/data.ts'
import { WarningFeeds } from '../../exchange/warning/Feeds.tsx'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadingState } from './LoadingState.tsx'
import classes from './Settings.module.css'

export const WarningFeedSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const regions = useRegions()
  if (!mayEver(actorOf(profile), 'warningFeed.edit'))
    return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!regions.data) return <LoadingState problem={regions.error} onRetry={regions.refetch} />
  return (
    <div className={classes.panel}>
      <div className={classes.section}>
        <WarningFeeds
          regions={regions.data
            .filter((region) => region.service === profile.service._id)
            .map((region) => ({ _id: region._id, name: nameOf(region) }))}
        />
      </div>
    </div>
  )
}

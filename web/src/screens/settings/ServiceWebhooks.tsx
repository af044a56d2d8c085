import type { Profile } from '#contract'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { WebhookSettings } from '../../messaging/webhook/WebhookSettings.tsx'

export const ServiceWebhooks = ({ profile: { service } }: { profile: Profile }) => {
  const { data: types = [] } = useEventTypeList(service._id)
  const { data: regions = [] } = useRegions()
  return (
    <WebhookSettings
      types={types.map((type) => ({ _id: type._id, name: nameOf(type) }))}
      regions={regions
        .filter((region) => region.service === service._id)
        .map((region) => ({ _id: region._id, name: nameOf(region) }))}
    />
  )
}

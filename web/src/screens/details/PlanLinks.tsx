import { Button } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Aoi } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { useService } from '../../people/service/data.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'

export const PlanLinks = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { data } = useService(aoi.serviceId)
  return aoi.localMaps.map(({ mapId }) => {
    const plan = data?.localMaps.find(({ _id }) => _id === mapId)
    if (!plan) return null
    const isOpen = workspace.plan === mapId
    return (
      <Button
        key={mapId}
        variant={isOpen ? 'light' : 'default'}
        leftSection={<IconMap2 size={18} stroke={1.75} />}
        aria-pressed={isOpen}
        onClick={() => go({ ...workspace, plan: isOpen ? undefined : mapId })}
      >
        {t('region.onPlan', { name: nameOf(plan) })}
      </Button>
    )
  })
}

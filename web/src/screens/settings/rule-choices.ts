import { usePlans } from '../../alarms/escalation/data.ts'
import type { RuleChoices } from '../../alarms/rule/choices.ts'
import { useAreas, useSensors } from '../../alarms/sensor/data.ts'
import { useEventTypes } from '../../core/aoi/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'

export const useRuleChoices = (service: string, { withPlans = false } = {}) => {
  const plans = usePlans(withPlans)
  const sensors = useSensors()
  const areas = useAreas()
  const regions = useRegions()
  const types = useEventTypes(service)
  const queries = [sensors, areas, regions, types, ...(withPlans ? [plans] : [])] as const
  const error = sensors.error ?? areas.error ?? regions.error ?? types.error ?? plans.error
  const data: RuleChoices | undefined =
    sensors.data && areas.data && regions.data && types.data && (plans.data || !withPlans)
      ? {
          sensors: sensors.data
            .filter(({ serviceId }) => serviceId === service)
            .map(({ _id, name, telemetry }) => ({
              _id,
              name,
              kind: telemetry.name,
              parameters: telemetry.parameters.map(({ parameter }) => parameter),
            })),
          areas: areas.data.map(({ _id, properties }) => ({ _id, name: properties.name })),
          regions: regions.data
            .filter((region) => region.service === service)
            .map((region) => ({ _id: region._id, name: nameOf(region) })),
          plans: plans.data ?? [],
          types: types.data.map((type) => ({ _id: type._id, name: nameOf(type) })),
        }
      : undefined
  return { data, error, queries }
}

import { useEventTypes } from '../../aoi/data.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useRegions } from '../../region/data.ts'
import type { RuleChoices } from '../../rule/choices.ts'
import { useAreas, useSensors } from '../../sensor/data.ts'

/** What the rules of a service can name: its sensors, areas, regions and event types. */
export const useRuleChoices = (service: string) => {
  const [sensors, areas, regions, types] = [useSensors(), useAreas(), useRegions(), useEventTypes(service)]
  const queries = [sensors, areas, regions, types] as const
  const error = sensors.error ?? areas.error ?? regions.error ?? types.error
  const language = currentLanguage()
  const data: RuleChoices | undefined =
    sensors.data && areas.data && regions.data && types.data
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
            .map(({ _id, name, translations }) => ({ _id, name: translations?.[language]?.name || name })),
          types: types.data.map(({ _id, name, translations }) => ({ _id, name: translations[language]?.name || name })),
        }
      : undefined
  return { data, error, queries }
}

import type { AoiSummary, SensorSummary } from '#contract'

const containsText = (find: string, ...texts: (string | null)[]) => {
  const query = find.trim().toLocaleLowerCase()
  return texts.some((text) => text?.toLocaleLowerCase().includes(query))
}

export const areasMatching = (areas: readonly AoiSummary[], find: string): AoiSummary[] =>
  areas.filter(({ properties, address }) => containsText(find, properties.name, address))

export const sensorsMatching = (sensors: readonly SensorSummary[], find: string): SensorSummary[] =>
  sensors.filter(({ name, telemetry }) => containsText(find, name, telemetry.serial, telemetry.name))

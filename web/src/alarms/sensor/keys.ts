import type { TelemetryPeriod } from '#contract'

export const sensorKeys = {
  all: ['sensor'],
  list: ['sensor', 'list'],
  ones: ['sensor', 'one'],
  one: (id: string) => ['sensor', 'one', id],
  details: (id: string) => ['sensor', 'one', id, 'details'],
  telemetry: (id: string, period: TelemetryPeriod, parameter = 'all') => [
    ...['sensor', 'one', id, 'telemetry'],
    ...[period, parameter],
  ],
  ingestKeys: ['sensor', 'ingestKeys'],
} as const

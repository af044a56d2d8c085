import { IconAlertTriangle, IconBellRinging, IconCircleCheck } from '@tabler/icons-react'
import type { AoiStatus, SensorSeverity } from '#contract'

/** Colours on the map by theme, because a canvas cannot read CSS variables. */
export const severityColours = {
  light: { alert: '#c92a2a', error: '#a85300', ok: '#237a3b' },
  dark: { alert: '#ff8787', error: '#ffa94d', ok: '#69cf87' },
} satisfies Record<'light' | 'dark', Record<SensorSeverity, string>>

/** Icons show severity without colour. */
export const severityIcons = {
  alert: IconBellRinging,
  error: IconAlertTriangle,
  ok: IconCircleCheck,
} satisfies Record<SensorSeverity, unknown>

const severities: Record<AoiStatus, SensorSeverity> = { ALERT: 'alert', ERROR: 'error', OK: 'ok' }

export const severityOfArea = (status: AoiStatus | null): SensorSeverity => severities[status ?? 'OK']

export const severityOrder = ['alert', 'error', 'ok'] as const satisfies readonly SensorSeverity[]

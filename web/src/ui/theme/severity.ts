/** Mantine's colours for the severities of alarms. */
export const severityColours = { high: 'red', warning: 'orange', info: 'blue' } as const

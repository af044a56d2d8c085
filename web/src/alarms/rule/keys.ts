export const ruleKeys = {
  all: ['rule'],
  list: ['rule', 'list'],
  alarms: (sensor = 'open') => ['rule', 'alarms', sensor],
  mutes: ['rule', 'mutes'],
} as const

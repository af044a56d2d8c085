export const escalationKeys = {
  all: ['escalation'],
  plans: ['escalation', 'plans'],
  open: ['escalation', 'open'],
} as const

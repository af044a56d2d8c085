export const notificationKeys = {
  own: ['user', 'notifications'],
  push: ['device', 'push'],
} as const

/** When no nightly backup holds any more what is erased `erasedInDays` from now: one night later the oldest goes. */
export const backupsEnd = (
  now: Date,
  { erasedInDays, backupDays }: { erasedInDays: number; backupDays: number },
): Date => new Date(now.getTime() + (erasedInDays + backupDays + 1) * 86_400_000)

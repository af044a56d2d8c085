/** Time at which the last nightly backup that contains data erased in `erasedInDays` days is deleted. */
export const backupsEnd = (
  now: Date,
  { erasedInDays, backupDays }: { erasedInDays: number; backupDays: number },
): Date => new Date(now.getTime() + (erasedInDays + backupDays + 1) * 86_400_000)

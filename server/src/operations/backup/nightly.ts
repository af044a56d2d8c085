/** The last moment, up to now, at which the clock showed this time: "02:30". */
export function lastDue(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hours, minutes, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

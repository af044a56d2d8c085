/**
 * What a search looks through, in small letters. Numbers and members' names are not in it: they are found by their own
 * columns, so that renaming a member touches no event.
 */
export function searchTextOf(aoi: {
  name: string
  descriptionText: string
  answers: readonly string[]
  visitorName?: string | undefined
}): string {
  return [aoi.name, aoi.descriptionText, ...aoi.answers, aoi.visitorName ?? ''].filter(Boolean).join('\n').toLowerCase()
}

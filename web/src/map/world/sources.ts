/** The sources are empty; `feedWorld` fills them as the view needs. */
export const worldSources = { far: 'world', near: 'world-near', places: 'world-places' } as const

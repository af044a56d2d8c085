/** Whether `If-None-Match` names the tag. Compares weakly: a proxy or our own compression may have made the tag weak. */
export const matchesEtag = (ifNoneMatch = '', etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/**
 * Whether `If-None-Match` names the tag. The comparison is weak, because a proxy or compression may have weakened the
 * tag.
 */
export const matchesEtag = (ifNoneMatch = '', etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

export const communityKeys = {
  all: ['community'],
  communities: ['community', 'all'],
  groups: ['community', 'groups'],
  ones: ['community', 'group'],
  one: (id: string) => ['community', 'group', id],
  candidates: (id: string, search: string) => ['community', 'candidates', id, search],
} as const

import type { Api, Member } from './api.ts'

export const readingToken = async (api: Api, member: Member, name: string): Promise<string> =>
  (
    await api.must(
      api.send('POST', '/tokens', { ...member, body: { name, scopes: ['events'], password: member.password } }),
    )
  ).token

/** The number of features in a collection, counted by our own paging. */
export const countOf = async (api: Api, token: string, collection: string): Promise<number> => {
  let count = 0
  for (let query = 'limit=1000'; query; ) {
    const page = await api.must(api.send('GET', `/ogc/collections/${collection}/items?${query}`, { token }))
    count += page.features.length
    const next = page.links.find(({ rel }: { rel: string }) => rel === 'next')?.href
    query = next ? new URL(next).search.slice(1) : ''
  }
  return count
}

/** A limited token is not told which AOIs changed, because its limits may exclude them. */
export type TokenView = 'ids' | 'withoutIds'

const shown: ReadonlySet<string> = new Set(['AOI_CREATED', 'AOI_UPDATED'])

/** Body of a message for an API token: changes of AOIs, without rows and names. Undefined for all other messages. */
export const tokenBody = (body: string, view: TokenView): string | undefined => {
  if (!body.includes('"aoiIds"')) return undefined
  const { type, serviceId, aoiIds } = JSON.parse(body) as { type: string; serviceId: string; aoiIds: string[] }
  return shown.has(type) ? JSON.stringify({ type, serviceId, aoiIds: view === 'ids' ? aoiIds : [] }) : undefined
}

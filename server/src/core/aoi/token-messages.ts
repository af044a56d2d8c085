import type { Actor } from '#contract'

const shown: ReadonlySet<string> = new Set(['AOI_CREATED', 'AOI_UPDATED'])

/**
 * Body of a message for an API token: changes of AOIs, without rows and names. Undefined for all other messages. A
 * limited token receives no ids, because its limits may exclude the AOIs that changed.
 */
export const messagesForToken = ({ eventTypeIds, regionIds }: NonNullable<Actor['token']>) => {
  const isLimited = eventTypeIds !== null || regionIds !== null
  return (body: string): string | undefined => {
    if (!body.includes('"aoiIds"')) return undefined
    const { type, serviceId, aoiIds } = JSON.parse(body) as { type: string; serviceId: string; aoiIds: string[] }
    return shown.has(type) ? JSON.stringify({ type, serviceId, aoiIds: isLimited ? [] : aoiIds }) : undefined
  }
}

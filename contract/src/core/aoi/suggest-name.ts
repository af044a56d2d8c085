import { shorten } from '../../platform/kit/shorten.ts'

export const EVENT_NAME_MAX = 300

/**
 * As `Road hazard, Valencia Street`: event type, and the first part of the address that is more than a house number.
 */
export const suggestName = (type: string, address: string | undefined): string => {
  const street = address?.split(',').find((part) => !/^[\d\s/-]*$/.test(part))
  return shorten(street ? `${type}, ${street.trim()}` : type, EVENT_NAME_MAX)
}

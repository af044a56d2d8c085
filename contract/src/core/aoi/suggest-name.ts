import { shorten } from '../../platform/kit/shorten.ts'

export const EVENT_NAME_MAX = 300

/** `Road hazard, Valencia Street`: the first part of an address that is more than a house number. */
export const suggestName = (type: string, address: string | undefined): string => {
  const street = address?.split(',').find((part) => !/^[\d\s/-]*$/.test(part))
  return shorten(street ? `${type}, ${street.trim()}` : type, EVENT_NAME_MAX)
}

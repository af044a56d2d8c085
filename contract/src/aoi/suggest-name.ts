const NAME_MAX = 300

/** `Road hazard, Valencia Street`: the first part of an address that is more than a house number. */
export const suggestName = (type: string, address: string | undefined): string => {
  const street = address?.split(',').find((part) => !/^[\d\s/-]*$/.test(part))
  return (street ? `${type}, ${street.trim()}` : type).slice(0, NAME_MAX)
}

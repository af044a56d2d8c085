/** Digits with a plus; a number without a country stays as it was typed, for the phone's own network. */
export const internationalPhone = (phone: string | null): string => {
  const digits = phone?.replace(/\D/g, '') ?? ''
  if (phone?.trim().startsWith('+')) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

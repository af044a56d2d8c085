/** A wa.me link with the number in international form; without a leading + it is taken as it was written. */
export const chatLink = (phone: string | null | undefined): string | undefined => {
  const digits = phone?.replace(/\D/g, '').replace(/^00/, '')
  return digits ? `https://wa.me/${digits}` : undefined
}

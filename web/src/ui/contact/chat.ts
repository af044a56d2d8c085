import { createContext } from 'react'

/** The service's template of chat links; `{phone}` is replaced by the number. */
export const ChatTemplate = createContext<string | null>(null)

const DEFAULT_TEMPLATE = 'https://wa.me/{phone}'

/** The chat link of a phone number; digits only, without a leading 00. */
export const chatLink = (phone: string | null | undefined, template: string | null = null): string | undefined => {
  const digits = phone?.replace(/\D/g, '').replace(/^00/, '')
  return digits ? (template || DEFAULT_TEMPLATE).replaceAll('{phone}', digits) : undefined
}
